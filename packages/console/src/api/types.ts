import type { Schemas } from '@workflow/api-types';

/** Short names for what the API answers; all of them are generated from `/v3/api-docs`. */
export type Workflow = Schemas['Workflow'];
export type WorkflowListItem = Schemas['WorkflowListItem'];
export type WorkflowState = WorkflowListItem['state'];
export type Refusals = Schemas['WorkflowRefusals'];
export type Session = Schemas['Session'];
export type RetryPreview = Schemas['RetryPreview'];
export type Step = Schemas['Step'];
export type SessionFailure = NonNullable<Session['error']>;
export type ApiKey = Schemas['ApiKey'];
export type ConnectedApplication = Schemas['ConnectedApplication'];
export type WebhookToken = Schemas['WebhookToken'];
