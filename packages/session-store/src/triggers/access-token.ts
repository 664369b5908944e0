import type { Component } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import type { TriggerData, WorkflowChange } from './trigger-data.ts';

const nothing = (): Promise<void> => Promise.resolve();

/**
 * Tokens of senders. They are created for a component of the draft or of the version, and end when neither has it
 * (contract §2.5).
 */
export const accessToken: TriggerData = {
  published: endOthers,
  unpublished: endOthers,
  paused: nothing,
  resumed: nothing,
  async deleted(change) {
    await endOthers(change, []);
    const { database, workflowId, organizationId } = change;
    await database.deliveryRefusal.deleteMany({ where: { workflowId, organizationId } });
  },
};

async function endOthers(
  { database, note, organizationId, workflowId }: WorkflowChange,
  remaining: readonly Component[],
): Promise<void> {
  const ids = remaining.map(({ id }) => id);
  await database.$executeRaw(Prisma.sql`
    DELETE FROM filtered_deliveries
    WHERE workflow_id = ${workflowId}::uuid AND organization_id = ${organizationId}::uuid
      AND component_id <> ALL (${ids}::uuid[])`);
  const ended = await database.$queryRaw<{ token_hash: Uint8Array }[]>(Prisma.sql`
    DELETE FROM webhook_tokens
    WHERE workflow_id = ${workflowId}::uuid AND organization_id = ${organizationId}::uuid
      AND component_id <> ALL (${ids}::uuid[])
    RETURNING token_hash`);
  for (const { token_hash } of ended) note('WEBHOOK_TOKEN', Buffer.from(token_hash).toString('hex'));
}
