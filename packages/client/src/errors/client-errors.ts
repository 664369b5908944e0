import type { Session } from '../api.ts';

/** No answer: the connection failed or broke off. Whether the request was carried out is unknown. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** No answer, or no further part of one, within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortError extends Error {
  override readonly name = 'AbortError';

  constructor(reason?: unknown) {
    super('The call was aborted', { cause: reason });
  }
}

/** A trigger that a run may start at. */
export interface StartableTrigger {
  componentId: string;
  type: string;
  name?: string;
}

/** Where a run starts is not clear: the workflow has no trigger that callers start, or several. */
export class TriggerError extends Error {
  override readonly name = 'TriggerError';
  readonly triggers: readonly StartableTrigger[];

  constructor(workflow: string, triggers: readonly StartableTrigger[]) {
    const listed = triggers.map(({ componentId, type, name }) => `${componentId} (${name ?? type})`).join(', ');
    super(
      triggers.length === 0
        ? `The workflow ${workflow} has no trigger that callers start; name the component to start at (componentId)`
        : `The workflow ${workflow} has several triggers; name the one to start at (componentId): ${listed}`,
    );
    this.triggers = triggers;
  }
}

/** No workflow, or more than one, has the name. */
export class WorkflowNameError extends Error {
  override readonly name = 'WorkflowNameError';
}

/** A session did not succeed; `unwrap` throws it. */
export class SessionFailedError extends Error {
  override readonly name = 'SessionFailedError';
  readonly session: Session;
  /** The code of docs/errors.md, or one that the author of the workflow chose; null of a cancelled session. */
  readonly code: string | null;

  constructor(session: Session) {
    super(
      `The session ${session.id} is ${session.status}${session.error === null ? '' : `: ${session.error.message}`}`,
    );
    this.session = session;
    this.code = session.error?.code ?? null;
  }
}

/** A delivery is not what the service sent: its signature, or its time, is wrong. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
