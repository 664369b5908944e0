import type {
  Definition, Json, JsonObject, SessionError, SessionMode, SessionStatus, SessionTrigger, SessionView, StepStatus, StepView,
} from '@workflow/workflow-model';
import type { Management } from './management/contract.ts';

/** Where to connect and how much to let wait. Times in milliseconds. */
export interface SessionStoreOptions {
  databaseUrl: string;
  /** Connections in the pool. */
  poolSize: number;
  /** A statement, or a wait for a lock or for a free connection, that takes longer fails. */
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  connectTimeoutMs: number;
  /** Requests that may gather for one group commit; one more is refused with StoreOverloadedError. */
  maxPending: number;
  /** Characters of placeholder values that may wait to be accepted, likewise. */
  maxPendingCharacters: number;
  /** How long sessions to accept gather when many come at a time; 0 writes at once. */
  gatherMs: number;
  /** 32 bytes; seals secrets. */
  secretsKey: Uint8Array;
  /** An executor whose heartbeat is older is dead; its sessions can be claimed by others. */
  executorDeadAfterMs: number;
}

// ---- accepting ----

export interface NewSession {
  /** UUIDv7; `createdAt` is its time. */
  id: string;
  organizationId: string;
  workflowId: string;
  definitionId: string;
  workflowVersion: number | null;
  componentId: string;
  trigger: SessionTrigger;
  mode: SessionMode;
  /** The placeholder values as JSON text: they may be large, and are written nowhere but to PostgreSQL. */
  placeholderValuesJson: string;
  /** The API key or webhook token that asked. */
  startedBy: string | null;
  /** true: the caller adds the job as soon as this is committed; false: it waits in the backlog. */
  enqueue: boolean;
  /** Run API's `Idempotency-Key`. `response` is null when the answer waits for the session. */
  idempotency?: { key: string; bodyHash: Uint8Array; response: string | null };
  /** Webhook de-duplication, per (workflow, component). */
  delivery?: { id: string };
}

export type AcceptOutcome =
  | { kind: 'accepted' }
  /** The idempotency key is known: same or other body, and the first answer unless that is still to come. */
  | { kind: 'replayed'; sessionId: string; sameBody: boolean; response: string | null }
  /** The delivery is known. */
  | { kind: 'redelivered'; sessionId: string };

/** A session started by another one (`run-workflow`, `for-each`): unique by parent, run, component and iteration. */
export interface NewChild {
  id: string;
  workflowId: string;
  componentId: string;
  placeholderValues: JsonObject;
  iteration: number;
}

// ---- running ----

export interface ClaimRequest {
  sessionId: string;
  executorId: string;
}

/** What an executor needs to run a session. `attempt` is its fencing token: every write names it. */
export interface ClaimedSession {
  id: string;
  organizationId: string;
  workflowId: string;
  definitionId: string;
  componentId: string;
  mode: SessionMode;
  placeholderValues: JsonObject;
  attempt: number;
  run: number;
  resumeFromRun: number;
  /** Executors lost in a row without a committed step; 0 at a first try. */
  crashes: number;
  depth: number;
  childrenFinished: number;
  /** true when steps may have been committed before (any claim but the first of run 1). */
  resumed: boolean;
  /** Time that counts for the deadline: since startedAt, without WAITING. */
  ranMs: number;
  /** PostgreSQL's clock at the claim: what is due is judged by it, since clocks of executors differ. */
  claimedAt?: Date;
}

/** One try of one component. Written RUNNING before an effect begins, and again when it ended. */
export interface StepRecord {
  componentId: string;
  run: number;
  iteration: number;
  attempt: number;
  status: StepStatus;
  port: string | null;
  input: Json;
  output: Json;
  error: SessionError | null;
  startedAt: Date;
  finishedAt: Date | null;
}

export interface Fence {
  sessionId: string;
  attempt: number;
}

/** How an attempt ended; written together with the steps not written yet, in one statement. */
export type SessionEnd =
  | { kind: 'succeeded'; output: Json }
  | { kind: 'failed'; error: SessionError }
  /**
   * `dueAt` null: until a child ends, or for `dueInMs` from now in PostgreSQL's clock, which does not depend on
   * the executor's. `childrenSeen`: ended children already taken into account.
   */
  | { kind: 'waiting'; dueAt: Date | null; dueInMs?: number; childrenSeen: number }
  /** Given back at shutdown: QUEUED again, no crash counted. */
  | { kind: 'handed-back' };

/** false: the fence did not hold, nothing was written, another executor or a cancel has the session. */
export type Written = boolean;

export interface HeldSession {
  sessionId: string;
  attempt: number;
}

// ---- dispatching ----

/** A job to add: its id is `<sessionId>-<dispatch>`. */
export interface DispatchedSession {
  sessionId: string;
  organizationId: string;
  dispatch: number;
}

export interface DispatchPolicy {
  /** Sessions in the queue or running: at most in all, and at least for an organization. */
  maxWindow: number;
  minOrganizationWindow: number;
}

/** Hot-path operations. All are group-committed: what is called while a flush is under way goes in the next, together. */
export interface RunningSessions {
  /** @throws StoreOverloadedError when too many wait; StoreUnavailableError when PostgreSQL does not answer. */
  accept(session: NewSession): Promise<AcceptOutcome>;
  /** Keeps the first 200's bytes of a request that waited for its session. */
  keepResponse(organizationId: string, key: string, response: string): Promise<void>;
  /** What an idempotency key of the last 24 h stands for; null: not used. */
  findResponse(organizationId: string, key: string): Promise<{ sessionId: string; bodyHash: Uint8Array; response: string | null } | null>;
  /**
   * null: not claimable (terminal, not due, or held by another living executor). A session RUNNING by this very executor is
   * claimable without counting a crash: the answer to its last claim was lost. Callers never claim what they hold.
   */
  claim(request: ClaimRequest): Promise<ClaimedSession | null>;
  /** Committed steps that count for the run, by start time: what a resumed attempt starts from, and the tries so far. */
  readSteps(sessionId: string, resumeFromRun: number): Promise<StepRecord[]>;
  recordSteps(fence: Fence, steps: StepRecord[]): Promise<Written>;
  /**
   * Sets how many executors count as lost by a running session. One that only waits for its turn to run alone has done
   * nothing yet: its executor's death must not be held against it.
   */
  countCrashes(fence: Fence, crashes: number): Promise<Written>;
  end(fence: Fence, end: SessionEnd, steps: StepRecord[]): Promise<Written>;
  /** Makes the children that do not exist yet, PROD: published versions, TEST: drafts. Fails as a value when a target is missing, unpublished, or too deep. */
  startChildren(fence: Fence, parent: { componentId: string; run: number }, children: NewChild[]): Promise<StartChildrenOutcome>;
  /** Children of one component, by iteration. */
  readChildren(parentId: string, run: number, componentId: string): Promise<ChildState[]>;
  readDefinition(definitionId: string): Promise<Definition | null>;
  /** Terminal ones among the sessions, for callers that wait; those not terminal are left out. */
  readEnded(sessionIds: string[]): Promise<EndedSession[]>;
}

export type StartChildrenOutcome =
  | { kind: 'started' }
  | { kind: 'fence-lost' }
  | { kind: 'refused'; code: string; message: string };

export interface ChildState {
  sessionId: string;
  iteration: number;
  status: SessionStatus;
  output: Json;
  error: SessionError | null;
}

export interface EndedSession {
  id: string;
  organizationId: string;
  status: SessionStatus;
  output: Json;
  error: SessionError | null;
}

export interface ExecutorRegistry {
  register(executor: { id: string; host: string; concurrency: number }): Promise<void>;
  /** Heartbeat in PostgreSQL's clock. Answers which of the held sessions are lost or cancelled. */
  heartbeat(executorId: string, running: number, draining: boolean, held: HeldSession[]): Promise<{ lost: string[] }>;
  /**
   * Sessions that PostgreSQL has RUNNING by this executor and that are not in its hand: the answer to their claim was
   * lost, or their end could not be written. Nobody else may claim them while it lives: it has to hand them back.
   */
  findUnheld(executorId: string, inHand: string[]): Promise<HeldSession[]>;
  unregister(executorId: string): Promise<void>;
  list(): Promise<ExecutorView[]>;
}

export interface ExecutorView {
  id: string;
  host: string;
  concurrency: number;
  running: number;
  draining: boolean;
  startedAt: string;
  alive: boolean;
}

/** What the dispatcher does, one of the executors at a time. */
export interface Dispatcher {
  /** Takes or renews a lease. false: another process holds it. */
  holdLease(name: string, holder: string, forMs: number): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;
  /** Retires ledger entries that need nothing more, refreshes the windows, and returns what is in flight. */
  settle(policy: DispatchPolicy): Promise<{ inFlight: number; backlogged: boolean; retired: number }>;
  /** Takes up to `limit` sessions out of the backlog and the due ones, round-robin by organization, into the ledger. */
  feed(policy: DispatchPolicy, limit: number): Promise<DispatchedSession[]>;
  /** Sessions in the ledger that are QUEUED since `olderThanMs` (offered again under the same id), or RUNNING by a dead executor (a new dispatch). */
  reoffer(olderThanMs: number): Promise<DispatchedSession[]>;
}

/** One organization's credit with the queue, as the dispatcher wrote it last. */
export interface WindowState {
  organizationId: string;
  inFlight: number;
  capacity: number;
  backlogged: boolean;
}

// ---- sessions as callers see them ----

export interface SessionFilter {
  workflowId?: string;
  status?: SessionStatus;
  mode?: SessionMode;
  trigger?: SessionTrigger;
  /** Made at this time or later. */
  from?: Date;
  /** Made before this time. */
  to?: Date;
  /** Stands, in any case of letters, in the session's id, its error's code, message or errorId, or its workflow's name. */
  text?: string;
}

export type CancelOutcome = { kind: 'cancelled'; session: SessionView } | { kind: 'terminal'; status: SessionStatus } | { kind: 'not-found' };

/** `not-terminal`: still under way; `succeeded`: never changes; `unpublished`: no version to retry on. */
export type RetryOutcome =
  | { kind: 'retried'; session: SessionView; dispatch: number }
  | { kind: 'not-terminal' | 'succeeded' | 'unpublished' | 'not-found' };

/** What changed on a session since it was looked at last: any difference means that something did. */
export interface SessionMark {
  sessionId: string;
  organizationId: string;
  status: SessionStatus;
  /** Rises or changes with every status and step written; compared for equality only. */
  mark: string;
}

/** Reading, cancelling and retrying. Nothing of another organization is found. */
export interface SessionViews {
  find(organizationId: string, sessionId: string): Promise<SessionView | null>;
  /** The session when this token started it. */
  findStartedBy(startedBy: string, sessionId: string): Promise<SessionView | null>;
  /**
   * Newest first; `cursor` is the `nextCursor` of the page before. A page looks at a bounded number of sessions:
   * one that found fewer than `limit` may have a `nextCursor` all the same, which alone tells that more may follow.
   */
  list(organizationId: string, filter: SessionFilter, page: { limit: number; cursor?: string }): Promise<{ items: SessionView[]; nextCursor: string | null }>;
  /** The snapshot that the session runs, whatever became of the draft since; null: no such session. */
  definition(organizationId: string, sessionId: string): Promise<Definition | null>;
  /** Steps of all runs in the order they began; null: no such session. */
  steps(organizationId: string, sessionId: string): Promise<StepView[] | null>;
  cancel(organizationId: string, sessionId: string): Promise<CancelOutcome>;
  /** A new run of the same session, into the backlog or (`enqueue`) for the caller to add. `latest`: on the published version, else on the pinned one. */
  retry(
    organizationId: string, sessionId: string, options: { from: 'failed-step' | 'start'; version: 'pinned' | 'latest'; enqueue: boolean },
  ): Promise<RetryOutcome>;
  /** For those who watch: one statement for all sessions watched on a replica. */
  marks(sessionIds: string[]): Promise<SessionMark[]>;
}

// ---- credentials and changes (what replicas cache) ----

export interface ApiKeyRecord {
  id: string;
  organizationId: string;
  name: string;
  scopes: string[];
  expiresAt: Date | null;
}

export interface WebhookTokenRecord {
  id: string;
  organizationId: string;
  workflowId: string;
  componentId: string;
}

/** A workflow as callers start it. `published` is null when it is not. */
export interface RunnableWorkflow {
  id: string;
  organizationId: string;
  published: { version: number; definitionId: string; definition: Definition } | null;
}

export interface ChangeRecord {
  sequence: bigint;
  kind: 'API_KEY' | 'WEBHOOK_TOKEN' | 'WORKFLOW' | 'SECRET';
  organizationId: string | null;
  /** Hex SHA-256 of the key or token, or the workflow's id, or the secret's name. */
  subject: string;
}

export interface Credentials {
  findApiKey(keyHash: Uint8Array): Promise<ApiKeyRecord | null>;
  findWebhookToken(tokenHash: Uint8Array): Promise<WebhookTokenRecord | null>;
  findRunnableWorkflow(workflowId: string): Promise<RunnableWorkflow | null>;
  /** The draft, snapshotted under its content hash; never cached. */
  snapshotDraft(organizationId: string, workflowId: string): Promise<{ definitionId: string; definition: Definition } | null>;
  revealSecret(organizationId: string, name: string): Promise<string | null>;
  /** Changes after `sequence` and the windows, in one statement: what each replica polls. */
  poll(sequence: bigint): Promise<{
    changes: ChangeRecord[];
    sequence: bigint;
    truncated: boolean;
    windows: WindowState[];
    /** Whether a dispatcher holds its lease (`dispatcher`): without one the windows are old, and ingress gives no new credit. */
    dispatching: boolean;
  }>;
  /** Last-used times, gathered by the caller and written now and then. */
  touch(apiKeyIds: string[], webhookTokenIds: string[]): Promise<void>;
}

// ---- upkeep ----

/** Deletes what is old, a bounded batch at a time; call again until `more` is false. Hold the lease `retention`. */
export interface Retention {
  deleteOld(options: { sessionDays: number; maxSessions: number }): Promise<{ sessions: number; more: boolean }>;
}

/** One organization's sessions at a glance, for the console. */
export interface SessionsOverview {
  /** QUEUED, in the backlog or in the queue; counted up to 10,000 in the backlog. */
  waiting: number;
  running: number;
  /** When the oldest QUEUED session was made. */
  oldestWaitingAt: string | null;
  /** Sessions that ended, by the minute of their end, oldest first; minutes without any are left out. A second or so behind. */
  perMinute: { minute: string; succeeded: number; failed: number; cancelled: number }[];
}

/** All of PostgreSQL that the services use. */
export interface SessionStore {
  sessions: RunningSessions;
  views: SessionViews;
  credentials: Credentials;
  executors: ExecutorRegistry;
  dispatcher: Dispatcher;
  /** Workflows, keys, tokens, secrets and people; scoped by organization. */
  management: Management;
  retention: Retention;
  /** `minutes`: how far back `perMinute` goes, 60 when omitted, at most 7 days. */
  overview(organizationId: string, minutes?: number): Promise<SessionsOverview>;
  /** @throws StoreUnavailableError */
  ping(): Promise<void>;
  /** Waits for what is under way, then closes the connections. */
  close(): Promise<void>;
}

export type { SessionView, StepView };
