import { setImmediate as nextSlice } from 'node:timers/promises';
import type { PublishedVersion, TriggerRecords, TriggerRows, WorkflowChange } from '@workflow/component-kit/records';
import { nextDueTime, readSchedule } from '@workflow/due-times';
import type { Component, JsonObject } from '@workflow/workflow-model';

/**
 * The schedules of the published version. Changes take effect at one moment of PostgreSQL's clock: due times up to it
 * belong to the previous version, later ones to the new one.
 */
export const records: TriggerRecords = {
  async published(change, components) {
    await lockSchedules(change);
    const version = await change.readPublished();
    await retire(change, version.now);
    const schedules = [];
    for (const component of components) {
      const schedule = scheduleOf(change, version, component);
      if (schedule !== null) schedules.push(schedule);
      // A pattern may take milliseconds.
      await nextSlice();
    }
    const { query, workflowId, organizationId } = change;
    await query`
      INSERT INTO schedules (id, organization_id, workflow_id, component_id, definition_id, workflow_version, name,
        config, output, has_flow, next_at)
      SELECT s.id, ${organizationId}::uuid, ${workflowId}::uuid, s.component, ${version.definitionId}::uuid,
        ${version.number}::int, s.name, s.config, s.output, ${version.hasRules}::boolean, s.next_at
      FROM jsonb_to_recordset(${JSON.stringify(schedules)}::jsonb)
        AS s(id uuid, component uuid, name text, config jsonb, output text, next_at timestamptz)`;
  },
  async unpublished(change) {
    await lockSchedules(change);
    await passOver(change);
    await change.query`DELETE FROM schedules WHERE ${change.rows}`;
  },
  /** Decisions about due times stop until the schedules are resumed. */
  async paused(change) {
    await lockSchedules(change);
    await passOver(change);
    await change.query`DELETE FROM schedules WHERE ${change.rows} AND until_at IS NOT NULL`;
    await change.query`UPDATE schedules SET next_at = NULL, resumed_at = NULL WHERE ${change.rows}`;
  },
  /** The dispatcher finds the first due time from now on. */
  async resumed({ query, rows, organizationId }) {
    await query`
      UPDATE schedules SET next_at = clock_timestamp(), resumed_at = clock_timestamp(), behind = 0
      WHERE ${rows} AND next_at IS NULL
        AND NOT EXISTS (SELECT FROM workflows w WHERE w.id = schedules.workflow_id AND w.paused_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM organizations o WHERE o.id = ${organizationId}::uuid AND o.paused_at IS NOT NULL)`;
  },
  /** Schedules are found by their workflows, and those that a later version replaced do not count. */
  async count({ query, organizationId }) {
    const [row] = await query<{ count: number }>`
      SELECT count(*)::int AS count FROM workflows w JOIN schedules s ON s.workflow_id = w.id
      WHERE w.organization_id = ${organizationId}::uuid AND s.until_at IS NULL`;
    return row?.count ?? 0;
  },
};

/** Waits for a running decision about due times. The next decision waits for this change. */
async function lockSchedules({ query, rows }: TriggerRows): Promise<void> {
  await query`SELECT id FROM schedules WHERE ${rows} ORDER BY id FOR UPDATE`;
}

/** Limits the schedules of the previous version to due times up to now, which are still to be decided. */
async function retire({ query, rows }: WorkflowChange, now: Date): Promise<void> {
  await query`DELETE FROM schedules WHERE ${rows} AND until_at IS NULL AND (next_at IS NULL OR next_at > ${now})`;
  await query`UPDATE schedules SET until_at = ${now} WHERE ${rows} AND until_at IS NULL`;
}

/** Returns a schedule, or null if it is never due. */
function scheduleOf(
  { newId }: WorkflowChange,
  { definitionId, isPaused, now }: PublishedVersion,
  { id, type, name, config, output, disabled }: Component,
): JsonObject | null {
  const settings = readSchedule(config);
  if (settings === null || disabled === true || definitionId === null) return null;
  const nextMs = isPaused ? null : nextDueTime(settings.rule, now.getTime());
  return {
    id: newId(),
    component: id,
    name: name ?? type,
    config,
    output: output === undefined || output === '' ? null : output,
    next_at: nextMs === null ? null : new Date(nextMs).toISOString(),
  };
}

/** Records due times that have not started, or wait, as skipped. They never start. */
async function passOver({ query, rows }: TriggerRows): Promise<void> {
  await query`
    INSERT INTO due_times (workflow_id, component_id, due_at, organization_id, status, definition_id,
      workflow_version, output, has_flow)
    SELECT workflow_id, component_id, next_at, organization_id, 'SKIPPED', definition_id, workflow_version, output,
      has_flow
    FROM schedules WHERE ${rows} AND next_at <= clock_timestamp() AND resumed_at IS NULL
    ON CONFLICT DO NOTHING`;
  await query`UPDATE due_times SET status = 'SKIPPED' WHERE ${rows} AND status = 'WAITING'`;
}
