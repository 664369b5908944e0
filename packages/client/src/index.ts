export { createClient, type Client, type ClientOptions } from './create-client.ts';
export type {
  BulkRequest,
  Mode,
  Operation,
  Operations,
  Schemas,
  Session,
  SessionFilter,
  SessionStatus,
  StartedOperation,
  StartedRun,
  Step,
  StoredFile,
  Workflow,
  WorkflowListItem,
} from './api.ts';
export type { BatchResult, BatchRun } from './batch/batch-run.ts';
export {
  ApiError,
  BadRequestError,
  ConflictError,
  IdempotencyKeyReusedError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  StaleRevisionError,
  UnauthorizedError,
} from './errors/api-error.ts';
export {
  AbortError,
  ConnectionError,
  SessionFailedError,
  TimeoutError,
  TriggerError,
  WebhookVerificationError,
  WorkflowNameError,
  type StartableTrigger,
} from './errors/client-errors.ts';
export type { SentSession, SessionEvent } from './events/session-events.ts';
export type { FileBytes, Files, UploadOptions } from './files.ts';
export type { CallOptions, CallRoute, RouteAnswer, RouteInput, RouteName } from './http/operations.ts';
export type { RepeatRule } from './http/retry-policy.ts';
// Exported as a whole, so that `declare module` can extend WorkflowPlaceholders.
export type * from './runs/run-options.ts';
export { unwrap } from './runs/unwrap.ts';
export type { RetryOptions } from './sessions/change-session.ts';
export type { Abortable, Sessions } from './sessions/sessions.ts';
export {
  verifyWebhook,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhooks/verify-webhook.ts';
export type { WorkflowFilter, Workflows } from './workflows.ts';
