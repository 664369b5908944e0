export { buildSession } from './acceptance/build-session.ts';
export {
  isDelayed,
  type SessionTiming,
  type AcceptOutcome,
  type DescribedSession,
  type NewSession,
} from './acceptance/new-session.ts';
export type { AppView } from './apps/app-view.ts';
export type { SaveAppOutcome } from './apps/apps.ts';
export type { Apps } from './apps/index.ts';
export type { ClaimedReading, ReadSnapshot } from './apps/readings.ts';
export { BLOCKED_CRASHES } from './blocked/blocked-session.ts';
export type { BlockedTurns } from './blocked/blocked-sessions.ts';
export type { RecordOptions } from './blocked/record-blocked-turn.ts';
export { MAX_ENTRY_BYTES, MAX_ENTRY_KEY } from './collections/collection-limits.ts';
export type { Content } from './collections/content.ts';
export { EffectRefused } from './collections/effect-refused.ts';
export type { Collections } from './collections/index.ts';
export type { EffectStep } from './collections/once.ts';
export type { RowChange } from './collections/rows.ts';
export type { Table } from './collections/tables.ts';
export type { ValueChange, ValueScope } from './collections/values.ts';
export type { CredentialView } from './credentials/credential-view.ts';
export type { Credentials } from './credentials/index.ts';
export type { OpenedCredential, OpenedGrant, StoredTokens } from './credentials/open-credential.ts';
export type { BegunCredentialSignIn } from './credentials/sign-ins.ts';
export type { CheckedChange, StoredCredential } from './credentials/write-credentials.ts';
export type { GrantLease } from './credentials/write-grants.ts';
export type { DispatchPolicy } from './dispatch/admission-policy.ts';
export type { Dispatch } from './dispatch/index.ts';
export { laneKey, laneOf, type Lane, type LaneKey } from './dispatch/lanes.ts';
export type { PoolLoad } from './dispatch/reconcile.ts';
export type { EnqueuedSession } from './dispatch/take-from-backlog.ts';
export { countedBytes, type BusyOrganization, type ClaimedDelivery } from './events/claim-deliveries.ts';
export type { Events } from './events/index.ts';
export type { AttemptOutcome } from './events/record-attempt.ts';
export type { EarlierAnswer } from './execution/agent-memory.ts';
export type { Target as ChildWorkflow } from './execution/child-targets.ts';
export type { ClaimedSession, Fence, Written } from './execution/claim-sessions.ts';
export { FIRST_CLAIM, type ClaimedDeferred } from './execution/deferred-claim.ts';
export type { SessionEnd } from './execution/end-sessions.ts';
export type { ExecutorView } from './execution/executor-registry.ts';
export type { Execution } from './execution/index.ts';
export type { FoundWork } from './execution/look-for-work.ts';
export type { NewChild } from './execution/child-targets.ts';
export type { ChildState, ChildStart } from './execution/read-children.ts';
export type { CommittedPart, PartHead } from './execution/read-step-parts.ts';
export type { CommittedStep, OpenedOutput, StepKey } from './execution/read-steps.ts';
export type { DeferredClaimRequest } from './execution/session-writes.ts';
export type { ParentStep } from './execution/start-children.ts';
export type { StepRecord } from './execution/step-record.ts';
export type { HostThrottle } from './execution/throttles.ts';
export type { Failures } from './failures/index.ts';
export type { FileRecord, StoredFile } from './files/file-record.ts';
export { fileIdsIn, MAX_FILES_NAMED } from './files/file-uses.ts';
export type { StoredFiles } from './files/index.ts';
export { FileGone, type Attempt } from './files/read-file.ts';
export { NoRoomForFile, TooManyFiles, type FileDraft } from './files/write-file.ts';
export { timeOrderedId } from './ids/time-ordered-id.ts';
export { uuidAt, UUID_BYTES, uuidBytes } from './ids/uuid-bytes.ts';
export { timeOfUuidv7 } from './ids/uuidv7-time.ts';
export type { Intake } from './intake/index.ts';
export type { CaughtDelivery } from './lookups/catch-delivery.ts';
export type { FilteredCount } from './lookups/filtered-deliveries.ts';
export type { ApiKeyRecord, RunnableWorkflow, WebhookTokenRecord } from './lookups/find-callers.ts';
export type { OrganizationQuotaRecord, RunQuotaRecord } from './lookups/find-organization-quotas.ts';
export type { Lookups } from './lookups/index.ts';
export type { NotedRefusals } from './lookups/note-refusals.ts';
export { migrate, readMigrationStates, resolveMigration } from './migrations/migrate.ts';
export { createSessionStore, type SessionStore } from './open-session-store.ts';
export { OPERATION_STATUSES } from './operations/find-operation.ts';
export type { Operations } from './operations/index.ts';
export { ACTIONS as OPERATION_ACTIONS } from './operations/match-sessions.ts';
export type { Operator } from './operator/index.ts';
export type { OrganizationSummary } from './operator/list-organizations.ts';
export type { Load } from './operator/read-load.ts';
export type { Audit } from './organization/audit-entry.ts';
export type { DeliveryAttempt } from './organization/delivery-attempt.ts';
export {
  DEFAULT_ORGANIZATION_LIMITS,
  LimitReachedError,
  type OrganizationLimits,
} from './organization/organization-limits.ts';
export type { Change, ChangeRecord } from './organization/record-change.ts';
export { MAX_STORED_REFUSALS, REFUSAL_REASONS, type Refusal, type RefusalReason } from './organization/refusal.ts';
export type { ClaimedPoll } from './polls/claim-polls.ts';
export type { PollEnd, PollFailure } from './polls/end-poll.ts';
export type { Polls } from './polls/index.ts';
export type { Polling } from './polls/read-polling.ts';
export { StoreClock } from './postgres/store-clock.ts';
export {
  StoreConflictError,
  StoreLockTimeoutError,
  StoreOverloadedError,
  StoreBusyError,
  StoreUnavailableError,
  UnstorableValueError,
  wasStoreBusy,
} from './postgres/store-errors.ts';
export type { AskingStep } from './questions/ask-question.ts';
export type { AskedApproval, FoundApproval } from './questions/find-approval.ts';
export type { AskedSession, FoundQuestion } from './questions/find-question.ts';
export type { Questions } from './questions/index.ts';
export type { ListedApproval } from './questions/list-approvals.ts';
export type { Decision, MadeDecision, NewQuestion, QuestionReply, QuestionState } from './questions/question.ts';
export type { AdmissionQuota } from './queued/admission-quota.ts';
/** SQL of the states of QUEUED sessions, for tests and for the harness. */
export * as queuedStates from './queued/queued-states.ts';
export type { TakenRequest } from './requests/ask-executors.ts';
export type { ExecutorRequests } from './requests/index.ts';
export { SESSION_BYTES } from './retention/count-stored-bytes.ts';
export type { OldSessions } from './retention/delete-old.ts';
export type { Retention } from './retention/index.ts';
export type { DecidedDueTimes } from './schedules/decide-due-times.ts';
export type { Schedules } from './schedules/index.ts';
export type { PublishedSchedule } from './schedules/read-schedules.ts';
export { chatConversation } from './sessions/conversations.ts';
export type { FailureGroup, FailureGroupsQuestion } from './sessions/group-failures.ts';
export type { SessionQueries } from './sessions/queries.ts';
export type { EndedSession } from './sessions/read-ended-sessions.ts';
export type { SessionMark } from './sessions/read-marks.ts';
export type { Performance, PerformanceQuestion } from './sessions/read-performance.ts';
export type { RespondedSession } from './sessions/read-responses.ts';
export type { SentSession } from './sessions/read-sessions.ts';
export type { SessionState } from './sessions/read-states.ts';
export type { ShownStep } from './sessions/read-step-page.ts';
export type { RetryOutcome } from './sessions/retry-session.ts';
export type { SessionFilter } from './sessions/session-filter.ts';
export { readSentResponse, writeSentResponse, type WebhookResponse } from './sessions/webhook-response.ts';
export { MAX_TEXT_PLACES, type StoredPiece, type TurnPiece, type TurnPlace } from './steps/turn-texts.ts';
export { voidTurnsOf } from './steps/void-turns.ts';
export type { WaitingOutput } from './steps/waiting-output.ts';
export type { Trees } from './trees/index.ts';
export { BACKGROUND_LOOPS } from './fair-turns/background-loops.ts';
export type { OnBackoff } from './fair-turns/fair-rounds.ts';
export * from './management/index.ts';
