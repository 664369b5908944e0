export type { AdmissionQuota } from './queued/admission-quota.ts';
/** SQL of the states of QUEUED sessions, for tests and for the harness. */
export * as queuedStates from './queued/queued-states.ts';
export type { Audit } from './organization/audit-entry.ts';
export type { Change, ChangeRecord } from './organization/record-change.ts';
export { buildSession, type SessionToBuild } from './acceptance/build-session.ts';
export { isDelayed, type SessionTiming } from './acceptance/new-session.ts';
export type { AcceptOutcome, DescribedSession, NewSession } from './acceptance/new-session.ts';
export type { Intake } from './intake/index.ts';
export type { ClaimedSession, ClaimRequest, Fence, Written } from './execution/claim-sessions.ts';
export { FIRST_CLAIM, type ClaimedDeferred } from './execution/deferred-claim.ts';
export type { FirstEnd, SessionEnd } from './execution/end-sessions.ts';
export type { ExecutorView } from './execution/executor-registry.ts';
export { BLOCKED_CRASHES } from './blocked/blocked-session.ts';
export type { BlockedTurns } from './blocked/blocked-sessions.ts';
export type { RecordOptions } from './blocked/record-blocked-turn.ts';
export type { Execution } from './execution/index.ts';
export type { DeferredClaimRequest } from './execution/session-writes.ts';
export type { ChildOutput, ChildState, ChildStart } from './execution/read-children.ts';
export type { NewChild } from './execution/new-child.ts';
export type { CommittedPart } from './execution/read-step-parts.ts';
export type { Target as ChildWorkflow } from './execution/child-targets.ts';
export type { ParentStep, StartChildrenOutcome } from './execution/start-children.ts';
export type { HostThrottle } from './execution/throttles.ts';
export type { CommittedStep, OpenedOutput, StepKey } from './execution/read-steps.ts';
export type { EarlierAnswer } from './execution/agent-memory.ts';
export type { PartHead } from './execution/read-step-parts.ts';
export { MAX_TEXT_PLACES, type StoredPiece, type TurnPiece, type TurnPlace } from './steps/turn-texts.ts';
export type { StepRecord } from './execution/step-record.ts';
export type { WaitingOutput } from './steps/waiting-output.ts';
export type { DispatchPolicy } from './dispatch/admission-policy.ts';
export type { EnqueuedSession } from './dispatch/take-from-backlog.ts';
export { FileGone, NoRoomForFile, TooManyFiles } from './files/index.ts';
export type { Attempt, FileDraft, FileRecord, NewFile, OutsideObject, StoredFile, StoredFiles } from './files/index.ts';
export { fileIdsIn, MAX_FILES_NAMED } from './files/file-uses.ts';
export type {
  BegunCredentialSignIn,
  Credentials,
  CredentialView,
  GrantLease,
  OpenedCredential,
  OpenedGrant,
  CheckedChange,
  GrantedServer,
  StoredTokens,
  StoredCredential,
} from './credentials/index.ts';
export type {
  AppChange,
  Apps,
  AppView,
  ClaimedReading,
  FoundOperation,
  NewApp,
  ReadSnapshot,
  SaveAppOutcome,
} from './apps/index.ts';
export { EffectRefused, MAX_ENTRY_BYTES, MAX_ENTRY_KEY } from './collections/index.ts';
export type {
  CollectionLimits,
  Collections,
  Content,
  EffectStep,
  RowChange,
  Table,
  ValueChange,
  ValueScope,
} from './collections/index.ts';
export type { Dispatch } from './dispatch/index.ts';
export type { PoolLoad } from './dispatch/reconcile.ts';
export type { ApiKeyRecord, RunnableWorkflow, WebhookTokenRecord } from './lookups/find-callers.ts';
export type { AllowanceRecord, RunQuotaRecord } from './lookups/find-allowance.ts';
export type { FilteredCount } from './lookups/filtered-deliveries.ts';
export type { CaughtDelivery } from './lookups/catch-delivery.ts';
export type { Lookups } from './lookups/index.ts';
export type { NotedRefusals } from './lookups/note-refusals.ts';
export { chatConversation } from './sessions/conversations.ts';
export type { CancelOutcome } from './sessions/cancel-session.ts';
export type { SessionCommands } from './sessions/commands.ts';
export type { SentSession } from './sessions/read-sessions.ts';
export type { SessionState } from './sessions/read-states.ts';
export type { ShownStep } from './sessions/read-step-page.ts';
export type { FailureGroup, FailureGroupsQuestion } from './sessions/group-failures.ts';
export type { SessionFilter } from './sessions/session-filter.ts';
export type { SessionQueries } from './sessions/queries.ts';
export type { EndedSession } from './sessions/read-ended-sessions.ts';
export type { SessionMark } from './sessions/read-marks.ts';
export type { Performance, PerformanceQuestion } from './sessions/read-performance.ts';
export type { SessionsOverview } from './sessions/read-overview.ts';
export type { RetryPreview } from './sessions/preview-retry.ts';
export type { RetryOutcome } from './sessions/retry-session.ts';
export { voidTurnsOf } from './steps/void-turns.ts';
export * from './management/index.ts';
export { OPERATION_STATUSES, type OperationView } from './operations/find-operation.ts';
export { ACTIONS as OPERATION_ACTIONS, type OperationAction } from './operations/match-sessions.ts';
export { countedBytes, type BusyOrganization, type ClaimedDelivery } from './events/claim-deliveries.ts';
export type { Events } from './events/index.ts';
export type { TryOutcome } from './events/record-try.ts';
export type { DeliveryTry } from './organization/delivery-try.ts';
export type { Operations } from './operations/index.ts';
export type { Trees } from './trees/index.ts';
export type { Load, Operator, OrganizationSummary } from './operator/index.ts';
export type { AskingStep } from './questions/ask-question.ts';
export type {
  ApprovalView,
  AskedApproval,
  AskedSession,
  Decision,
  FoundApproval,
  FoundQuestion,
  ListedApproval,
  MadeDecision,
  NewQuestion,
  QuestionReply,
  Questions,
  QuestionState,
} from './questions/index.ts';
export type { ExecutorRequest, ExecutorRequests, TakenRequest } from './requests/index.ts';
export type { ClaimedPoll } from './polls/claim-polls.ts';
export type { PollEnd, PollFailure } from './polls/end-poll.ts';
export type { Polls } from './polls/index.ts';
export type { Polling } from './polls/read-polling.ts';
export type { DecidedDueTimes } from './schedules/decide-due-times.ts';
export type { PublishedSchedule } from './schedules/read-schedules.ts';
export type { Schedules } from './schedules/index.ts';
export type { OldSessions, Retention } from './retention/index.ts';
export { SESSION_BYTES } from './retention/count-stored-bytes.ts';
export type { OnBackoff } from './turns/fair-rounds.ts';
export type { Failures } from './failures/index.ts';
export { BACKGROUND_LOOPS, type BackgroundLoop } from './turns/background-loops.ts';
export type { FoundWork } from './execution/look-for-work.ts';
export {
  DEFAULT_ORGANIZATION_LIMITS,
  LimitReachedError,
  type OrganizationLimits,
} from './organization/organization-limits.ts';
export { timeOrderedId } from './ids/time-ordered-id.ts';
export { MAX_STORED_REFUSALS, REFUSAL_REASONS, type Refusal, type RefusalReason } from './organization/refusal.ts';
export { isUnchangedByJsonb } from './values/key-order.ts';
export { migrate, readMigrationStates, resolveMigration } from './migrations/migrate.ts';
export { createSessionStore, type SessionStore } from './open-session-store.ts';
export type { SessionStoreOptions } from './session-store-options.ts';
export {
  StoreConflictError,
  StoreLockTimeoutError,
  StoreOverloadedError,
  StoreBusyError,
  StoreUnavailableError,
  UnstorableValueError,
  wasStoreBusy,
} from './postgres/store-errors.ts';
export { StoreClock } from './postgres/store-clock.ts';
export {
  readSentResponse,
  writeSentResponse,
  type OwnResponse,
  type WebhookResponse,
} from './sessions/webhook-response.ts';
export type { RespondedSession } from './sessions/read-responses.ts';
export { timeOfUuidv7 } from './ids/uuidv7-time.ts';
