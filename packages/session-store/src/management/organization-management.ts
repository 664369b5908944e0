import { operationsOn } from '../postgres/operations-on.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts';
import {
  listAudit,
  readAuditStream,
  writeAudit,
  type Actor,
  type AuditEntry,
  type AuditStreamRequest,
} from './audit-log.ts';
import { listEventDeliveries, redeliverEvent, testEventHook } from './event-deliveries.ts';
import { createEventHook, deleteEventHook, listEventHooks, rotateEventHook } from './event-hooks.ts';
import {
  findChildWorkflows,
  findSilentPool,
  findCredentialTypes,
  findSecretNames,
  findStartableWorkflows,
  findTableNames,
  findWaits,
} from './find-surroundings.ts';
import { listStartableWorkflows } from './list-startable-workflows.ts';
import { listWorkflows } from './list-workflows.ts';
import { findTool, listTools } from './mcp-tools.ts';
import { listConnectedApplications, revokeConnectedApplication } from './oauth-connections.ts';
import { putQuotas, readQuotas, readStoredBytes, readUsedModelTokens } from './organization-quotas.ts';
import type { OrganizationScope } from './organization-scope.ts';
import {
  readFailureHandler,
  readSecurity,
  setFailureHandler,
  setOrganizationPaused,
  setSecurity,
} from './organization-settings.ts';
import { publishWorkflow, restoreVersion, unpublishWorkflow } from './publish-workflow.ts';
import { readPublishedDefinition, readWorkflow } from './read-workflow.ts';
import { findDeletedCredentials, findSecretUses, findWorkflowUses } from './references.ts';
import { makeMemberReset } from './password-resets.ts';
import { deleteThrottle, findThrottle, listThrottles, putThrottle } from './throttles.ts';
import { deleteSecret, findSecret, listSecrets, putSecret } from './secrets.ts';
import { readListener, startListening, stopListening } from './webhook-listeners.ts';
import { createToken, deleteToken, readToken } from './webhook-tokens.ts';
import { listWorkflowLabels, setWorkflowLabels, setWorkflowPaused, setWorkflowRetention } from './workflow-settings.ts';
import { readRefusals } from './read-refusals.ts';
import { listKeptDrafts, readKeptDraft, restoreKeptDraft } from './kept-drafts.ts';
import { describeVersion, listVersions, readVersion } from './workflow-versions.ts';
import { createWorkflow, deleteWorkflow, saveDraft } from './write-workflow.ts';

export type OrganizationManagement = ReturnType<typeof manageOrganization>;

/**
 * Opens all operations of the console, or of a key with the scope `manage`, on one organization. Every statement
 * contains the organization's id, so that no operation reads or changes data of other organizations.
 */
export function manageOrganization(scope: OrganizationScope) {
  const on = operationsOn(scope);
  return {
    listWorkflows: on(listWorkflows),
    listStartableWorkflows: on(listStartableWorkflows),
    createWorkflow: on(createWorkflow),
    readWorkflow: (workflowId: string) => readWorkflow(scope, workflowId),
    saveDraft: on(saveDraft),
    pauseWorkflow: (actor: Actor, workflowId: string) => setWorkflowPaused(scope, actor, workflowId, true),
    resumeWorkflow: (actor: Actor, workflowId: string) => setWorkflowPaused(scope, actor, workflowId, false),
    setWorkflowLabels: on(setWorkflowLabels),
    listWorkflowLabels: on(listWorkflowLabels),
    setWorkflowRetention: on(setWorkflowRetention),
    publishWorkflow: on(publishWorkflow),
    unpublishWorkflow: on(unpublishWorkflow),
    deleteWorkflow: on(deleteWorkflow),
    readRefusals: on(readRefusals),
    findWorkflowUses: on(findWorkflowUses),
    listVersions: on(listVersions),
    readVersion: on(readVersion),
    restoreVersion: on(restoreVersion),
    describeVersion: on(describeVersion),
    listKeptDrafts: on(listKeptDrafts),
    readKeptDraft: on(readKeptDraft),
    restoreKeptDraft: on(restoreKeptDraft),
    readPublishedDefinition: on(readPublishedDefinition),
    createToken: on(createToken),
    readToken: on(readToken),
    deleteToken: on(deleteToken),
    startListening: on(startListening),
    readListener: on(readListener),
    stopListening: on(stopListening),
    createApiKey: on(createApiKey),
    listApiKeys: on(listApiKeys),
    deleteApiKey: on(deleteApiKey),
    putThrottle: on(putThrottle),
    findThrottle: on(findThrottle),
    listThrottles: on(listThrottles),
    deleteThrottle: on(deleteThrottle),
    putSecret: on(putSecret),
    findSecret: on(findSecret),
    listSecrets: on(listSecrets),
    deleteSecret: on(deleteSecret),
    findSecretUses: on(findSecretUses),
    createEventHook: on(createEventHook),
    listEventHooks: on(listEventHooks),
    deleteEventHook: on(deleteEventHook),
    rotateEventHook: on(rotateEventHook),
    testEventHook: on(testEventHook),
    listEventDeliveries: on(listEventDeliveries),
    redeliverEvent: on(redeliverEvent),
    readFailureHandler: on(readFailureHandler),
    setFailureHandler: on(setFailureHandler),
    readSecurity: on(readSecurity),
    setSecurity: on(setSecurity),
    makeMemberReset: on(makeMemberReset),
    readQuotas: on(readQuotas),
    putQuotas: on(putQuotas),
    readStoredBytes: on(readStoredBytes),
    readUsedModelTokens: on(readUsedModelTokens),
    pause: (actor: Actor) => setOrganizationPaused(scope, actor, true),
    resume: (actor: Actor) => setOrganizationPaused(scope, actor, false),
    findSecretNames: on(findSecretNames),
    findTableNames: on(findTableNames),
    findCredentialTypes: on(findCredentialTypes),
    findDeletedCredentials: on(findDeletedCredentials),
    findChildWorkflows: on(findChildWorkflows),
    findSilentPool: on(findSilentPool),
    findStartableWorkflows: on(findStartableWorkflows),
    findWaits: on(findWaits),
    findTool: on(findTool),
    listTools: on(listTools),
    listConnectedApplications: on(listConnectedApplications),
    revokeConnectedApplication: on(revokeConnectedApplication),
    listAudit: on(listAudit),
    readAuditStream: (request: Pick<AuditStreamRequest, 'after' | 'limit'>) =>
      readAuditStream(scope.prisma, { ...request, organizationId: scope.organizationId }),
    recordAudit: (actor: Actor, entry: AuditEntry) => writeAudit(scope.prisma, scope.organizationId, actor, entry),
  };
}
