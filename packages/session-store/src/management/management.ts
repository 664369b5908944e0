import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts';
import { listAudit, writeAudit } from './audit-log.ts';
import type { Change, Management, OrganizationManagement } from './contract.ts';
import { listWorkflows } from './list-workflows.ts';
import { TRANSACTION_TIMES, type ManagementDependencies, type OrganizationScope } from './management-database.ts';
import { people } from './people.ts';
import { publishWorkflow, restoreVersion, unpublishWorkflow } from './publish-workflow.ts';
import { readPublishedDefinition, readWorkflow } from './read-workflow.ts';
import { deleteSecret, findSecret, listSecrets, putSecret } from './secrets.ts';
import { createToken, deleteToken, readToken } from './webhook-tokens.ts';
import { listVersions, readVersion } from './workflow-versions.ts';
import { createWorkflow, deleteWorkflow, saveDraft } from './write-workflow.ts';

/** What the console and keys with the scope `manage` do, and the accounts of the people who do it. */
export function manage(dependencies: ManagementDependencies): Management {
  const listeners: ((change: Change) => void)[] = [];
  return {
    people: people(dependencies.prisma),
    organization: (organizationId) => organizationManagement(scopeOf(dependencies, organizationId, listeners)),
    onChange: (listener) => void listeners.push(listener),
  };
}

function scopeOf(dependencies: ManagementDependencies, organizationId: string, listeners: ((change: Change) => void)[]): OrganizationScope {
  return {
    ...dependencies,
    organizationId,
    change: async (work) => {
      const changes: Change[] = [];
      const result = await dependencies.prisma.$transaction(async (database) => {
        const value = await work(database, (kind, subject) => void changes.push({ kind, organizationId, subject }));
        for (const change of changes) await dependencies.recordChange(database, change);
        return value;
      }, TRANSACTION_TIMES);
      for (const change of changes) for (const listener of listeners) listener(change);
      return result;
    },
  };
}

function organizationManagement(scope: OrganizationScope): OrganizationManagement {
  return {
    listWorkflows: (page) => listWorkflows(scope, page),
    createWorkflow: (actor, content, id) => createWorkflow(scope, actor, content, id),
    readWorkflow: (workflowId) => readWorkflow(scope, workflowId),
    saveDraft: (actor, workflowId, revision, content) => saveDraft(scope, actor, workflowId, revision, content),
    publishWorkflow: (actor, workflowId, request) => publishWorkflow(scope, actor, workflowId, request),
    unpublishWorkflow: (actor, workflowId) => unpublishWorkflow(scope, actor, workflowId),
    deleteWorkflow: (actor, workflowId) => deleteWorkflow(scope, actor, workflowId),
    listVersions: (workflowId, page) => listVersions(scope, workflowId, page),
    readVersion: (workflowId, number) => readVersion(scope, workflowId, number),
    restoreVersion: (actor, workflowId, number) => restoreVersion(scope, actor, workflowId, number),
    readPublishedDefinition: (workflowId) => readPublishedDefinition(scope, workflowId),
    createToken: (actor, workflowId, componentId) => createToken(scope, actor, workflowId, componentId),
    readToken: (workflowId, componentId) => readToken(scope, workflowId, componentId),
    deleteToken: (actor, workflowId, componentId) => deleteToken(scope, actor, workflowId, componentId),
    createApiKey: (actor, key) => createApiKey(scope, actor, key),
    listApiKeys: (page) => listApiKeys(scope, page),
    deleteApiKey: (actor, keyId) => deleteApiKey(scope, actor, keyId),
    putSecret: (actor, name, value) => putSecret(scope, actor, name, value),
    findSecret: (name) => findSecret(scope, name),
    listSecrets: (page) => listSecrets(scope, page),
    deleteSecret: (actor, name) => deleteSecret(scope, actor, name),
    listAudit: (page) => listAudit(scope, page),
    recordAudit: (actor, entry) => writeAudit(scope.prisma, scope.organizationId, actor, entry),
  };
}
