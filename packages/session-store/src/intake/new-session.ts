import type { FlowKeys, Priority, SessionMode, SessionOrigin, SessionTrigger } from '@workflow/workflow-model';

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
  /** Whether jsonb keeps them as they are (`isKeptByJsonb`). */
  keptByJsonb: boolean;
  /** The API key or webhook token of the request. */
  startedBy: string | null;
  /** Left out: no request started it. */
  origin?: SessionOrigin;
  /** `normal` when left out. */
  priority?: Priority;
  /** true: the caller adds the job as soon as this is committed; false: it waits in the backlog. */
  enqueue: boolean;
  /** Held back: the dispatcher starts it when its keys have a place and the workflow is not paused. */
  flow?: FlowKeys;
  /** Why its keys could not be computed; shown on the step of its trigger. */
  warning?: string;
  /** It gathers with others of its key, start component and version; `flow` is that of the first. */
  gather?: GatheredRequest;
  /** Run API's `Idempotency-Key`. `response` is null when the answer waits for the session. */
  idempotency?: { key: string; bodyHash: Uint8Array; response: string | null };
  /** Webhook de-duplication, per (workflow, component). */
  delivery?: {
    /** The sender's id. */
    id?: string;
    /** Identifies the signed content of the request, whatever was not signed. */
    signedAs?: string;
  };
}

interface GatheredRequest {
  key: string;
  quietMs: number;
  maxMs: number;
  maxItems: number;
  /** The item for the list of all values, as JSON text; null: only the last values count. */
  item: string | null;
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
