import type { Definition } from '@workflow/workflow-model';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { SecretsKeys } from '../sealing/secret-sealing.ts';
import { snapshotDefinition, snapshotDraft } from '../organization/snapshot-definition.ts';
import { catchDelivery } from './catch-delivery.ts';
import { findApiKey, findRunnableWorkflow, findWebhookToken, touchCallerKeys } from './find-callers.ts';
import { findOrganizationQuotas } from './find-organization-quotas.ts';
import { countFiltered, readFiltered } from './filtered-deliveries.ts';
import { noteRefusals } from './note-refusals.ts';
import { pollChanges } from './poll-changes.ts';
import { revealSecret } from './reveal-secret.ts';

export type Lookups = ReturnType<typeof openLookups>;

/** Opens the look-ups that replicas cache, and the changes that invalidate the caches. */
export function openLookups(sql: Sql, seals: SensitiveSeals, keys: SecretsKeys & { executorDeadAfterMs: number }) {
  const on = operationsOn(sql);
  return {
    findApiKey: on(findApiKey),
    findWebhookToken: on(findWebhookToken),
    findRunnableWorkflow: on(findRunnableWorkflow),
    findOrganizationQuotas: on(findOrganizationQuotas),
    snapshotDraft: on(snapshotDraft),
    /** Stores a definition under its content's hash. @returns its id */
    snapshotDefinition: (organizationId: string, workflowId: string, definition: Definition) =>
      snapshotDefinition(sql.query, organizationId, workflowId, definition),
    /** Seals the pinned output of a component. */
    sealPin: (organizationId: string, componentId: string, json: string) =>
      seals.sealText(organizationId, `pin ${componentId}`, json),
    revealSecret: (organizationId: string, name: string) => revealSecret(sql, keys, organizationId, name),
    poll: (sequence: bigint) => pollChanges(sql, keys.executorDeadAfterMs, sequence),
    touch: on(touchCallerKeys),
    catchDelivery: on(catchDelivery),
    noteRefusals: on(noteRefusals),
    countFiltered: on(countFiltered),
    readFiltered: on(readFiltered),
  };
}
