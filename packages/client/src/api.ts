import type { Operations, Schemas } from '@workflow/api-types';

export type { Operations, Schemas };

export type Session = Schemas['Session'];
export type Step = Schemas['Step'];
export type Workflow = Schemas['Workflow'];
export type WorkflowListItem = Schemas['WorkflowListItem'];
export type StoredFile = Schemas['File'];
export type SessionStatus = Session['status'];
export type Mode = Session['mode'];
/** The four fields of a started run; `gathered` where the run joined a session that gathers requests. */
export type StartedRun = Pick<
  Schemas['RunResponse'],
  'workflowId' | 'componentId' | 'placeholderValues' | 'sessionId' | 'gathered'
>;
/** What lists of sessions and bulk operations are limited to. */
export type SessionFilter = Omit<NonNullable<Operations['GET /v1/sessions']['query']>, 'cursor'>;
export type BulkRequest = Schemas['BulkRequest'];
export type Operation = Schemas['Operation'];
export type StartedOperation = Schemas['StartedOperation'];

/** Whether a session has ended: it changes no more, unless it is retried. */
export function hasEnded(status: SessionStatus | undefined): boolean {
  return status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELLED';
}
