import type {
  FlowKeys,
  Gathering,
  HiddenValue,
  Priority,
  SessionMode,
  SessionOrigin,
  SessionTrigger,
} from '@workflow/workflow-model';

/** What every session is described by, however it is started: by a request, a delivery, a session, a time. */
export interface SessionStart {
  /** UUIDv7; `createdAt` is its time. */
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
  /** Left out: no request started it. */
  origin?: SessionOrigin | undefined;
  /** What its workflow calls it; made of the values as they are shown. */
  label?: string | null | undefined;
  /** `normal` when left out. */
  priority?: Priority | undefined;
  /** Held back: the dispatcher starts it when its keys have a place and the workflow is not paused. */
  flow?: FlowKeys | undefined;
  /** Why its keys could not be computed; shown on the step of its trigger. */
  warning?: string | undefined;
  /** It gathers with others of its key, start component and version; `flow` is that of the first. */
  gather?: GatheredRequest | undefined;
  /** Run API's `Idempotency-Key`. `response` is null when the answer waits for the session. */
  idempotency?: { key: string; bodyHash: Uint8Array; response: string | null };
  /** Webhook de-duplication, per (workflow, component). */
  delivery?: Delivery | undefined;
  /** The session that starts it. */
  parent?: ParentOfSession;
  /** Where the placeholder values are masked: as they are. */
  hidden?: HiddenValue | undefined;
}

interface Delivery {
  /** The sender's id. */
  id?: string | undefined;
  /** Identifies the signed content of the request, whatever was not signed. */
  signedAs?: string | undefined;
}

/** A child is unique by all of these but the depth. */
interface ParentOfSession {
  sessionId: string;
  run: number;
  componentId: string;
  iteration: number;
  /** Of the child: 1 below a session that nobody started. */
  depth: number;
}

export interface NewSession extends SessionStart {
  /** The placeholder values as JSON text: they may be large, and are written nowhere but to PostgreSQL. */
  placeholderValuesJson: string;
  /** Whether jsonb keeps them as they are (`isKeptByJsonb`). */
  keptByJsonb: boolean;
  /** `hidden`, sealed. */
  sealed?: Uint8Array | undefined;
  /** true: the caller adds the job as soon as this is committed; false: it waits in the backlog. */
  enqueue: boolean;
}

/** A session as whoever starts it describes it; whether it is enqueued at once is decided where it is accepted. */
export type DescribedSession = Omit<NewSession, 'enqueue'>;

interface GatheredRequest extends Gathering {
  /** The answer to keep for its idempotency key when it joins a session, or null. */
  responseFor(sessionId: string): string | null;
}

export type AcceptOutcome =
  | { kind: 'accepted' }
  /** The idempotency key is known: same or other body, and the first answer unless that is still to come or large. */
  | { kind: 'replayed'; sessionId: string; sameBody: boolean; response: string | null }
  /** It joined a session that gathers. */
  | { kind: 'gathered'; sessionId: string }
  /** The delivery is known. */
  | { kind: 'redelivered'; sessionId: string };
