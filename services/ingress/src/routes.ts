import { acceptInvitation } from './accounts/accept-invitation.ts';
import { completePasswordReset } from './accounts/complete-password-reset.ts';
import { endSignIn } from './accounts/end-sign-in.ts';
import { listSignIns } from './accounts/list-sign-ins.ts';
import { readAccount } from './accounts/read-account.ts';
import { readCaller } from './accounts/read-caller.ts';
import { readInvitation } from './accounts/read-invitation.ts';
import { readSetup } from './accounts/read-setup.ts';
import { requestPasswordReset } from './accounts/request-password-reset.ts';
import { resetMemberPassword } from './accounts/reset-member-password.ts';
import { setUp } from './accounts/set-up.ts';
import { createEventHook } from './event-hooks/create-event-hook.ts';
import { deleteEventHook } from './event-hooks/delete-event-hook.ts';
import { listEventDeliveries } from './event-hooks/list-event-deliveries.ts';
import { listEventHooks } from './event-hooks/list-event-hooks.ts';
import { redeliverEvent } from './event-hooks/redeliver-event.ts';
import { rotateEventHook } from './event-hooks/rotate-event-hook.ts';
import { testEventHook } from './event-hooks/test-event-hook.ts';
import type { Route } from './http/define-route.ts';
import { readOperation } from './operations/read-operation.ts';
import { startBulkOperation } from './operations/start-bulk-operation.ts';
import { stopOperation } from './operations/stop-operation.ts';
import { readDoctor } from './operator/doctor.ts';
import { drainExecutor } from './operator/drain-executor.ts';
import { listExecutors } from './operator/list-executors.ts';
import { listMigrations } from './operator/list-migrations.ts';
import { listOrganizations } from './operator/list-organizations.ts';
import { listStuckSessions } from './operator/list-stuck-sessions.ts';
import { pauseOrganization } from './operator/pause-organization.ts';
import { putOrganizationQuotas } from './operator/put-organization-quotas.ts';
import { readOrganizationQuotas } from './operator/read-organization-quotas.ts';
import { readScaling } from './operator/read-scaling.ts';
import { requeueSession } from './operator/requeue-session.ts';
import { resealSecrets } from './operator/reseal-secrets.ts';
import { resetPassword } from './operator/reset-password.ts';
import { resolveMigration } from './operator/resolve-migration.ts';
import { resumeOrganization } from './operator/resume-organization.ts';
import { createApiKey } from './organization/create-api-key.ts';
import { deleteApiKey } from './organization/delete-api-key.ts';
import { deleteSecret } from './organization/delete-secret.ts';
import { deleteThrottle } from './organization/delete-throttle.ts';
import { exportAuditLog } from './organization/export-audit-log.ts';
import { followAuditLog } from './organization/follow-audit-log.ts';
import { listApiKeys } from './organization/list-api-keys.ts';
import { listAuditLog } from './organization/list-audit-log.ts';
import { listSecrets } from './organization/list-secrets.ts';
import { listThrottles } from './organization/list-throttles.ts';
import { putSecret } from './organization/put-secret.ts';
import { putSecurity } from './organization/put-security.ts';
import { putThrottle } from './organization/put-throttle.ts';
import { readLimits } from './organization/read-limits.ts';
import { readOverview } from './organization/read-overview.ts';
import { readSecretUses } from './organization/read-secret-uses.ts';
import { readSecret } from './organization/read-secret.ts';
import { readSecurity } from './organization/read-security.ts';
import { readThrottle } from './organization/read-throttle.ts';
import { runBatch } from './runs/batch/run-batch.ts';
import { runWorkflow } from './runs/run-workflow.ts';
import { healthz } from './service/healthz.ts';
import { openApi } from './service/open-api.ts';
import { readyz } from './service/readyz.ts';
import { cancelSession } from './sessions/cancel-session.ts';
import { deleteSession } from './sessions/delete-session.ts';
import { getSessionDefinition } from './sessions/get-session-definition.ts';
import { getSession } from './sessions/get-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { listSteps } from './sessions/list-steps.ts';
import { readPerformance } from './sessions/read-performance.ts';
import { readWorkflowPerformance } from './sessions/read-workflow-performance.ts';
import { retrySession } from './sessions/retry-session.ts';
import { sessionEvents } from './sessions/session-events.ts';
import { sessionListEvents } from './sessions/session-list-events.ts';
import { createToken } from './webhooks/create-token.ts';
import { deleteToken } from './webhooks/delete-token.ts';
import { readToken } from './webhooks/read-token.ts';
import { readWebhookSession } from './webhooks/read-webhook-session.ts';
import { webhookRoutes } from './webhooks/receive-webhook.ts';
import { checkWorkflow } from './workflows/check-workflow.ts';
import { createWorkflow } from './workflows/create-workflow.ts';
import { deleteWorkflow } from './workflows/delete-workflow.ts';
import { listComponentTypes } from './workflows/list-component-types.ts';
import { listLabels } from './workflows/list-labels.ts';
import { listVersions } from './workflows/list-versions.ts';
import { listWorkflowTemplates } from './workflows/list-workflow-templates.ts';
import { listWorkflows } from './workflows/list-workflows.ts';
import { pauseWorkflow } from './workflows/pause-workflow.ts';
import { publishWorkflow } from './workflows/publish-workflow.ts';
import { readComponent } from './workflows/read-component.ts';
import { readWorkflowRefusals } from './workflows/read-refusals.ts';
import { readWorkflowUses } from './workflows/read-uses.ts';
import { readVersion } from './workflows/read-version.ts';
import { readWorkflow } from './workflows/read-workflow.ts';
import { restoreVersion } from './workflows/restore-version.ts';
import { resumeWorkflow } from './workflows/resume-workflow.ts';
import { saveDraft } from './workflows/save-draft.ts';
import { setLabels } from './workflows/set-labels.ts';
import { setRetention } from './workflows/set-retention.ts';
import { unpublishWorkflow } from './workflows/unpublish-workflow.ts';

/** Every route of the service. A path without parameters comes before one that would match it too. */
export const routes: readonly Route[] = [
  runWorkflow,
  runBatch,
  ...webhookRoutes,
  readWebhookSession,
  listSessions,
  sessionListEvents,
  startBulkOperation,
  readOperation,
  stopOperation,
  getSession,
  getSessionDefinition,
  sessionEvents,
  listSteps,
  cancelSession,
  deleteSession,
  retrySession,
  readSetup,
  setUp,
  readInvitation,
  acceptInvitation,
  requestPasswordReset,
  completePasswordReset,
  readCaller,
  readAccount,
  listSignIns,
  endSignIn,
  listWorkflows,
  createWorkflow,
  readWorkflow,
  saveDraft,
  deleteWorkflow,
  checkWorkflow,
  publishWorkflow,
  unpublishWorkflow,
  pauseWorkflow,
  resumeWorkflow,
  setRetention,
  setLabels,
  listLabels,
  readWorkflowRefusals,
  readWorkflowUses,
  listVersions,
  readVersion,
  restoreVersion,
  readComponent,
  createToken,
  readToken,
  deleteToken,
  listComponentTypes,
  listWorkflowTemplates,
  createApiKey,
  listApiKeys,
  deleteApiKey,
  putThrottle,
  readThrottle,
  deleteThrottle,
  listThrottles,
  putSecret,
  readSecret,
  readSecretUses,
  listSecrets,
  deleteSecret,
  createEventHook,
  listEventHooks,
  deleteEventHook,
  rotateEventHook,
  testEventHook,
  listEventDeliveries,
  redeliverEvent,
  resetMemberPassword,
  readSecurity,
  putSecurity,
  listAuditLog,
  exportAuditLog,
  followAuditLog,
  readLimits,
  readOverview,
  readPerformance,
  readWorkflowPerformance,
  listExecutors,
  readScaling,
  resealSecrets,
  listOrganizations,
  readOrganizationQuotas,
  putOrganizationQuotas,
  pauseOrganization,
  resumeOrganization,
  drainExecutor,
  listStuckSessions,
  requeueSession,
  resetPassword,
  listMigrations,
  resolveMigration,
  readDoctor,
  openApi(() => routes),
  healthz,
  readyz,
];
