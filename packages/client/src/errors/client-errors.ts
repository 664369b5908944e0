import type { Session } from '../api.ts';

/** No answer: the connection failed or was closed early. The request may have been carried out. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** No data arrived within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** The caller's signal ended the call. `cause` is the signal's reason. */
export class AbortError extends Error {
  override readonly name = 'AbortError';

  constructor(reason?: unknown) {
    super('The call was aborted', { cause: reason });
  }
}

/** A trigger at which a run can start. */
export interface StartableTrigger {
  componentId: string;
  type: string;
  name?: string;
}

/** The trigger is ambiguous: the workflow has no trigger that callers start, or several. */
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

/** No workflow has the name, or more than one has it. */
export class WorkflowNameError extends Error {
  override readonly name = 'WorkflowNameError';
}

/** A session did not succeed; `unwrap` throws it. */
export class SessionFailedError extends Error {
  override readonly name = 'SessionFailedError';
  readonly session: Session;
  /** The code of docs/errors.md or one that the author of the workflow chose. null for a cancelled session. */
  readonly code: string | null;

  constructor(session: Session) {
    super(
      `The session ${session.id} is ${session.status}${session.error === null ? '' : `: ${session.error.message}`}`,
    );
    this.session = session;
    this.code = session.error?.code ?? null;
  }
}

/** The delivery was not sent by the service: its signature is invalid, or its time is too far from now. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
