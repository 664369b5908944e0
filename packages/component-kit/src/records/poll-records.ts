import type { Component } from '@workflow/workflow-model';
import type { PublishedVersion, TriggerRecords, WorkflowChange } from './trigger-records.ts';

/** Settings that affect how something is polled, but not its source: its position stays valid if they change. */
const HOW: readonly string[] = ['everySeconds', 'startWith', 'filter'];

/**
 * The polls of the published version, for types whose run code is a poller. A position remains from version to version
 * while the source is the same, and through a pause. It is deleted when the workflow is unpublished.
 */
export const pollRecords: TriggerRecords = {
  async published(change, components) {
    const version = await change.readPublished();
    const enabled = components.filter(({ disabled }) => disabled !== true);
    await change.query`
      DELETE FROM polls WHERE ${change.rows} AND component_id <> ALL (${enabled.map(({ id }) => id)}::uuid[])`;
    for (const component of enabled) await upsert(change, version, component);
  },
  async unpublished({ query, rows }) {
    await query`DELETE FROM polls WHERE ${rows}`;
  },
  async paused({ query, rows }) {
    await query`UPDATE polls SET next_at = NULL, fence = fence + 1 WHERE ${rows}`;
  },
  /** The first poll finds the items that appeared during the pause, because the position remained. */
  async resumed({ query, rows, organizationId }) {
    await query`
      UPDATE polls SET next_at = clock_timestamp(), failures = 0
      WHERE ${rows} AND next_at IS NULL
        AND NOT EXISTS (SELECT FROM workflows w WHERE w.id = polls.workflow_id AND w.paused_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM organizations o WHERE o.id = ${organizationId}::uuid AND o.paused_at IS NOT NULL)`;
  },
  async count({ query, organizationId }) {
    const [row] = await query<{ count: number }>`
      SELECT count(*)::int AS count FROM polls WHERE organization_id = ${organizationId}::uuid`;
    return row?.count ?? 0;
  },
};

/** Writes a poll. The result of a running poll is discarded, and the next poll finds the same items. */
async function upsert(
  { query, workflowId, organizationId }: WorkflowChange,
  { definitionId, number, hasRules, isPaused }: PublishedVersion,
  { id, type, config, output }: Component,
): Promise<void> {
  const source = JSON.stringify(
    Object.entries(config)
      .filter(([key]) => !HOW.includes(key))
      .sort(),
  );
  const placeholder = output === undefined || output === '' ? null : output;
  await query`
    INSERT INTO polls AS p (workflow_id, component_id, organization_id, definition_id, workflow_version, type, config,
      output, has_flow, source, next_at)
    VALUES (${workflowId}::uuid, ${id}::uuid, ${organizationId}::uuid, ${definitionId}::uuid, ${number}, ${type},
      ${JSON.stringify(config)}::jsonb, ${placeholder}, ${hasRules}, ${source},
      CASE WHEN NOT ${isPaused} THEN clock_timestamp() END)
    ON CONFLICT (workflow_id, component_id) DO UPDATE SET definition_id = excluded.definition_id,
      workflow_version = excluded.workflow_version, type = excluded.type, config = excluded.config,
      output = excluded.output, has_flow = excluded.has_flow, source = excluded.source,
      position = CASE WHEN p.source = excluded.source THEN p.position END,
      next_at = excluded.next_at, failures = 0, fence = p.fence + 1`;
}
