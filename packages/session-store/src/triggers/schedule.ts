import { setImmediate as nextTurn } from 'node:timers/promises';
import { nextDueTime, readSchedule } from '@workflow/due-times';
import type { Component } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { TriggerData, WorkflowChange } from './trigger-data.ts';
import { ofWorkflow, readPublished, type PublishedVersion } from './published-version.ts';

/**
 * The schedules of the published version. Changes take effect at one moment of PostgreSQL's clock: due times up to it
 * belong to the previous version, later ones to the new one.
 */
export const schedule: TriggerData = {
  async published(change, components) {
    const version = await lockSchedules(change);
    await retire(change, version.now);
    const rows = [];
    for (const component of components) {
      const row = rowOf(change, version, component);
      if (row !== null) rows.push(row);
      // A pattern may take milliseconds.
      await nextTurn();
    }
    await change.database.schedule.createMany({ data: rows });
  },
  async unpublished(change) {
    await lockSchedules(change);
    await passOver(change.database, ofWorkflow(change));
    await remove(change, Prisma.empty);
  },
  async paused(change) {
    await lockSchedules(change);
    await stopSchedules(change.database, ofWorkflow(change));
  },
  resumed: (change) => resumeSchedules(change.database, change.organizationId, ofWorkflow(change)),
  async deleted(change) {
    await schedule.unpublished(change, []);
  },
};

/** Waits for a running decision about due times. The next decision waits for this change. */
async function lockSchedules(change: WorkflowChange): Promise<PublishedVersion> {
  await change.database.$queryRaw(
    Prisma.sql`SELECT id FROM schedules WHERE ${ofWorkflow(change)} ORDER BY id FOR UPDATE`,
  );
  return readPublished(change);
}

/** Limits the schedules of the previous version to due times up to now, which are still to be decided. */
async function retire(change: WorkflowChange, now: Date): Promise<void> {
  await remove(change, Prisma.sql`AND until_at IS NULL AND (next_at IS NULL OR next_at > ${now})`);
  await change.database.$executeRaw(Prisma.sql`
    UPDATE schedules SET until_at = ${now} WHERE ${ofWorkflow(change)} AND until_at IS NULL`);
}

/** Returns null if it is never due. */
function rowOf(
  { workflowId, organizationId }: WorkflowChange,
  { definitionId, number, hasRules, isPaused, now }: PublishedVersion,
  { id, type, name, config, output, disabled }: Component,
): Prisma.ScheduleCreateManyInput | null {
  const settings = readSchedule(config);
  if (settings === null || disabled === true || definitionId === null || number === null) return null;
  const nextMs = isPaused ? null : nextDueTime(settings.rule, now.getTime());
  return {
    id: timeOrderedId(),
    organizationId,
    workflowId,
    componentId: id,
    definitionId,
    workflowVersion: number,
    name: name ?? type,
    config: config as Prisma.InputJsonObject,
    output: output === undefined || output === '' ? null : output,
    hasFlow: hasRules,
    nextAt: nextMs === null ? null : new Date(nextMs),
  };
}

/** Stops decisions about due times until the schedules are resumed. */
export async function stopSchedules(database: Prisma.TransactionClient, which: Prisma.Sql): Promise<void> {
  await passOver(database, which);
  await database.$executeRaw(Prisma.sql`DELETE FROM schedules WHERE ${which} AND until_at IS NOT NULL`);
  await database.$executeRaw(Prisma.sql`UPDATE schedules SET next_at = NULL, resumed_at = NULL WHERE ${which}`);
}

/** Resumes schedules. The dispatcher finds the first due time from now on. */
export async function resumeSchedules(
  database: Prisma.TransactionClient,
  organizationId: string,
  which: Prisma.Sql,
): Promise<void> {
  await database.$executeRaw(Prisma.sql`
    UPDATE schedules SET next_at = clock_timestamp(), resumed_at = clock_timestamp(), behind = 0
    WHERE ${which} AND next_at IS NULL
      AND NOT EXISTS (SELECT FROM workflows w WHERE w.id = schedules.workflow_id AND w.paused_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM organizations o WHERE o.id = ${organizationId}::uuid AND o.paused_at IS NOT NULL)`);
}

/** Records due times that have not started, or wait, as skipped. They never start. */
async function passOver(database: Prisma.TransactionClient, which: Prisma.Sql): Promise<void> {
  await database.$executeRaw(Prisma.sql`
    INSERT INTO due_times (workflow_id, component_id, due_at, organization_id, status, definition_id,
      workflow_version, output, has_flow)
    SELECT workflow_id, component_id, next_at, organization_id, 'SKIPPED', definition_id, workflow_version, output,
      has_flow
    FROM schedules WHERE ${which} AND next_at <= clock_timestamp() AND resumed_at IS NULL
    ON CONFLICT DO NOTHING`);
  await database.$executeRaw(Prisma.sql`
    UPDATE due_times SET status = 'SKIPPED' WHERE ${which} AND status = 'WAITING'`);
}

async function remove(change: WorkflowChange, which: Prisma.Sql): Promise<void> {
  await change.database.$executeRaw(Prisma.sql`DELETE FROM schedules WHERE ${ofWorkflow(change)} ${which}`);
}
