import type {
  FlowKeys,
  Gathering,
  HiddenValue,
  Priority,
  SessionMode,
  SessionOrigin,
  SessionTrigger,
} from '@workflow/workflow-model';

/** The description of a session, whatever starts it: a request, a delivery, another session or a schedule. */
export interface SessionDescription {
  /** A UUIDv7. Its time is `createdAt`. */
  id: string;
  organizationId: string;
  workflowId: string;
  definitionId: string;
  workflowVersion: number | null;
  componentId: string;
  trigger: SessionTrigger;
  mode: SessionMode;
  /** The API key or webhook token of the request. */
  startedBy: string | null;
  /** Left out if no request started it. */
  origin?: SessionOrigin | undefined;
  /** The name that its workflow gives it, computed from the masked values. */
  label?: string | null | undefined;
  /** `normal` if left out. */
  priority?: Priority | undefined;
  /** Its executor pool. If left out, PostgreSQL reads the pool when the session is accepted. */
  pool?: string | undefined;
  /**
   * The keys of a session on hold. The dispatcher starts it when its keys have a place and the workflow is not paused.
   */
  flow?: FlowKeys | undefined;
  /** When it starts and expires. If left out, it starts immediately and never expires. */
  timing?: SessionTiming | undefined;
  /** Explains why its keys could not be computed. The step of its trigger shows it. */
  warning?: string | undefined;
  /**
   * The request to gather with others that have the same key, start component and version. `flow` belongs to the first
   * request.
   */
  gather?: GatheredRequest | undefined;
  /** The run API's `Idempotency-Key`. `response` is null if the answer waits for the session. */
  idempotency?: { key: string; bodyHash: Uint8Array; response: string | null };
  /** Prevents a second session for a webhook delivery, per workflow and component. */
  delivery?: Delivery | undefined;
  /** The session that starts this one. */
  parent?: ParentOfSession;
  /** The digest of the conversation that it joins, as `chatConversation` returns it. */
  conversation?: Uint8Array | undefined;
  /** The unmasked placeholder values, if they are masked. */
  hidden?: HiddenValue | undefined;
}

/** When a session starts and expires. At most one of the two starts is set. */
export interface SessionTiming {
  /** Milliseconds since 1970. A past time means now. */
  startAtMs?: number | undefined;
  startAfterSeconds?: number | undefined;
  /** Seconds after the start, or after acceptance, at which it ends unless it was claimed. */
  expireAfterSeconds?: number | undefined;
}

/** Returns true if the dispatcher starts the session later. */
export function isDelayed(timing: SessionTiming | undefined): boolean {
  return timing?.startAtMs !== undefined || timing?.startAfterSeconds !== undefined;
}

export interface Delivery {
  /** The sender's id. */
  id?: string | undefined;
  /** Identifies the signed content of the request. */
  signedAs?: string | undefined;
}

/** Identifies a child, except for the depth. */
interface ParentOfSession {
  sessionId: string;
  run: number;
  componentId: string;
  iteration: number;
  /** The depth of the child, which is 1 below a session without a parent. */
  depth: number;
}

export interface NewSession extends SessionDescription {
  /** The placeholder values as JSON text. They may be large, and are written only to PostgreSQL. */
  placeholderValuesJson: string;
  /** True if jsonb stores them unchanged (`isUnchangedByJsonb`). */
  unchangedByJsonb: boolean;
  /** The sealed `hidden`. */
  sealed?: Uint8Array | undefined;
  /** If true, the caller adds the job as soon as this is committed; otherwise the session waits in the backlog. */
  enqueue: boolean;
}

/** A session as its starter describes it. The code that accepts it decides whether it is enqueued immediately. */
export type DescribedSession = Omit<NewSession, 'enqueue'>;

interface GatheredRequest extends Gathering {
  /** Returns the answer to store for the idempotency key of a request that joins a session, or null. */
  responseFor(sessionId: string): string | null;
}

export type AcceptOutcome =
  | { kind: 'accepted' }
  /**
   * The idempotency key was used before, with the same or another body. `response` is null if the first answer is not
   * ready or is large.
   */
  | { kind: 'replayed'; sessionId: string; sameBody: boolean; response: string | null }
  /** The request joined a session that gathers requests. */
  | { kind: 'gathered'; sessionId: string }
  /** The delivery was accepted before. */
  | { kind: 'redelivered'; sessionId: string };
