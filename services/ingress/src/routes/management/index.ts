import type { Route } from '../../http/define-route.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts';
import { listAuditLog } from './audit-log.ts';
import { checkWorkflow } from './check-workflow.ts';
import { listComponentTypes } from './component-types.ts';
import { createWorkflow } from './create-workflow.ts';
import { deleteWorkflow } from './delete-workflow.ts';
import { acceptInvitation, readInvitation } from './invitations.ts';
import { listWorkflows } from './list-workflows.ts';
import { listExecutors, readOverview } from './overview.ts';
import { publishWorkflow } from './publish-workflow.ts';
import { readCaller } from './read-caller.ts';
import { readComponent } from './read-component.ts';
import { readWorkflow } from './read-workflow.ts';
import { saveDraft } from './save-draft.ts';
import { deleteSecret, listSecrets, putSecret, readSecret } from './secrets.ts';
import { readSetup, setUp } from './setup.ts';
import { unpublishWorkflow } from './unpublish-workflow.ts';
import { listVersions, readVersion, restoreVersion } from './versions.ts';
import { createToken, deleteToken, readToken } from './webhook-token.ts';
import { listWorkflowTemplates } from './workflow-templates.ts';

/** What the console and keys with the scope `manage` do. */
export const managementRoutes: readonly Route[] = [
  readSetup, setUp, readInvitation, acceptInvitation, readCaller,
  listWorkflows, createWorkflow, readWorkflow, saveDraft, deleteWorkflow,
  checkWorkflow, publishWorkflow, unpublishWorkflow, listVersions, readVersion, restoreVersion,
  readComponent, createToken, readToken, deleteToken,
  listComponentTypes, listWorkflowTemplates,
  createApiKey, listApiKeys, deleteApiKey, putSecret, readSecret, listSecrets, deleteSecret, listAuditLog,
  readOverview, listExecutors,
];
