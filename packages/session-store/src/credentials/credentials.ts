import type { Credentials } from '../contract.ts';
import type { Database } from '../database.ts';
import { findApiKey, findRunnableWorkflow, findWebhookToken } from './find-credentials.ts';
import { pollChanges } from './poll-changes.ts';
import { revealSecret } from './reveal-secret.ts';
import { snapshotDraft } from './snapshot-draft.ts';
import { touchCredentials } from './touch-credentials.ts';

export function openCredentials(database: Database, secretsKey: Uint8Array): Credentials {
  return {
    findApiKey: (keyHash) => findApiKey(database, keyHash),
    findWebhookToken: (tokenHash) => findWebhookToken(database, tokenHash),
    findRunnableWorkflow: (workflowId) => findRunnableWorkflow(database, workflowId),
    snapshotDraft: (organizationId, workflowId) => snapshotDraft(database, organizationId, workflowId),
    revealSecret: (organizationId, name) => revealSecret(database, secretsKey, organizationId, name),
    poll: (sequence) => pollChanges(database, sequence),
    touch: (apiKeyIds, webhookTokenIds) => touchCredentials(database, apiKeyIds, webhookTokenIds),
  };
}
