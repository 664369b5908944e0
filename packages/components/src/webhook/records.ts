import type { TriggerRecords, WorkflowChange } from '@workflow/component-kit/records';
import type { Component } from '@workflow/workflow-model';

/**
 * Tokens of senders. They are created for a component of the draft or of the version, and end when neither has it
 * (contract §2.5).
 */
export const records: TriggerRecords = {
  published: endOthers,
  unpublished: endOthers,
  async deleted({ query, rows }) {
    await query`DELETE FROM delivery_refusals WHERE ${rows}`;
  },
};

async function endOthers({ query, rows, note }: WorkflowChange, remaining: readonly Component[]): Promise<void> {
  const ids = remaining.map(({ id }) => id);
  await query`DELETE FROM filtered_deliveries WHERE ${rows} AND component_id <> ALL (${ids}::uuid[])`;
  const ended = await query<{ token_hash: Uint8Array }>`
    DELETE FROM webhook_tokens WHERE ${rows} AND component_id <> ALL (${ids}::uuid[]) RETURNING token_hash`;
  for (const { token_hash } of ended) note('WEBHOOK_TOKEN', Buffer.from(token_hash).toString('hex'));
}
