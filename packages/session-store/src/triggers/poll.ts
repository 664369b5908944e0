import type { Component } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import type { TriggerData, WorkflowChange } from './trigger-data.ts';
import { ofWorkflow, readPublished, type PublishedVersion } from './published-version.ts';

/** Settings that affect how something is polled, but not its source: its position is retained when they change. */
const HOW: readonly string[] = ['everySeconds', 'startWith', 'filter'];

/**
 * The polls of the published version. A position is retained from version to version while the source is the same, and
 * through a pause. It ends when the workflow is unpublished.
 */
export const poll: TriggerData = {
  async published(change, components) {
    const version = await readPublished(change);
    const enabled = components.filter(({ disabled }) => disabled !== true);
    await change.database.$executeRaw(Prisma.sql`
      DELETE FROM polls WHERE ${ofWorkflow(change)} AND component_id <> ALL (${enabled.map(({ id }) => id)}::uuid[])`);
    for (const component of enabled) await upsert(change, version, component);
  },
  unpublished: remove,
  paused: (change) => pausePolls(change.database, ofWorkflow(change)),
  resumed: (change) => resumePolls(change.database, change.organizationId, ofWorkflow(change)),
  deleted: remove,
};

async function remove(change: WorkflowChange): Promise<void> {
  await change.database.$executeRaw(Prisma.sql`DELETE FROM polls WHERE ${ofWorkflow(change)}`);
}

/** Writes a poll. The result of a running poll is not stored, and the next poll finds the same items. */
async function upsert(
  { database, workflowId, organizationId }: WorkflowChange,
  { definitionId, number, hasRules, isPaused }: PublishedVersion,
  { id, type, config, output }: Component,
): Promise<void> {
  const source = JSON.stringify(
    Object.entries(config)
      .filter(([key]) => !HOW.includes(key))
      .sort(),
  );
  const placeholder = output === undefined || output === '' ? null : output;
  await database.$executeRaw(Prisma.sql`
    INSERT INTO polls AS p (workflow_id, component_id, organization_id, definition_id, workflow_version, type, config,
      output, has_flow, source, next_at)
    VALUES (${workflowId}::uuid, ${id}::uuid, ${organizationId}::uuid, ${definitionId}::uuid, ${number}, ${type},
      ${JSON.stringify(config)}::jsonb, ${placeholder}, ${hasRules}, ${source},
      CASE WHEN NOT ${isPaused} THEN clock_timestamp() END)
    ON CONFLICT (workflow_id, component_id) DO UPDATE SET definition_id = excluded.definition_id,
      workflow_version = excluded.workflow_version, type = excluded.type, config = excluded.config,
      output = excluded.output, has_flow = excluded.has_flow, source = excluded.source,
      position = CASE WHEN p.source = excluded.source THEN p.position END,
      next_at = excluded.next_at, failures = 0, fence = p.fence + 1`);
}

/** Makes failed polls due that sign in with a credential that was changed. */
export async function pollAgain(
  database: Prisma.TransactionClient,
  organizationId: string,
  credentialId: string,
): Promise<void> {
  await database.$executeRaw(Prisma.sql`
    UPDATE polls SET next_at = clock_timestamp(), failures = 0, fence = fence + 1
    WHERE organization_id = ${organizationId}::uuid AND next_at IS NOT NULL AND failures > 0
      AND EXISTS (SELECT FROM jsonb_each_text(config) c WHERE lower(c.value) = ${credentialId})`);
}

/** Stops polling until it is resumed. */
export async function pausePolls(database: Prisma.TransactionClient, which: Prisma.Sql): Promise<void> {
  await database.$executeRaw(Prisma.sql`UPDATE polls SET next_at = NULL, fence = fence + 1 WHERE ${which}`);
}

/** Resumes polling. The first poll finds the items of the meantime, because the position was retained. */
export async function resumePolls(
  database: Prisma.TransactionClient,
  organizationId: string,
  which: Prisma.Sql,
): Promise<void> {
  await database.$executeRaw(Prisma.sql`
    UPDATE polls SET next_at = clock_timestamp(), failures = 0
    WHERE ${which} AND next_at IS NULL
      AND NOT EXISTS (SELECT FROM workflows w WHERE w.id = polls.workflow_id AND w.paused_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM organizations o WHERE o.id = ${organizationId}::uuid AND o.paused_at IS NOT NULL)`);
}
