import type { Operations, Schemas } from '@workflow/api-types';

export type { Operations, Schemas };

export type Session = Schemas['Session'];
export type Step = Schemas['Step'];
export type Workflow = Schemas['Workflow'];
export type WorkflowListItem = Schemas['WorkflowListItem'];
export type StoredFile = Schemas['File'];
export type SessionStatus = Session['status'];
export type Mode = Session['mode'];
/** The answer to a started run. `gathered` is set if the run joined a session that combines several requests. */
export type StartedRun = Pick<
  Schemas['RunResponse'],
  'workflowId' | 'componentId' | 'placeholderValues' | 'sessionId' | 'gathered'
>;
/** The filters for lists of sessions and for bulk operations. */
export type SessionFilter = Omit<NonNullable<Operations['GET /v1/sessions']['query']>, 'cursor'>;
export type BulkRequest = Schemas['BulkRequest'];
export type Operation = Schemas['Operation'];
export type StartedOperation = Schemas['StartedOperation'];

/** Returns true if a session has ended. Its status changes again only if it is retried. */
export function hasEnded(status: SessionStatus | undefined): boolean {
  return status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELLED';
}
