import type { TriggerRecords, WorkflowChange } from '@workflow/component-kit/records';
import type { Json } from '@workflow/workflow-model';

/**
 * Triggers of published versions that start when sessions fail. Sessions of a paused workflow are accepted but do not
 * start.
 */
export const records: TriggerRecords = {
  async published(change, components) {
    await remove(change);
    const { query, workflowId, organizationId } = change;
    const { definitionId, number } = await change.readPublished();
    if (definitionId === null) return;
    const enabled = components.filter(({ disabled }) => disabled !== true);
    const triggers = enabled.map(({ id, config, output }) => ({
      component: id,
      output: output === undefined || output === '' ? null : output,
      ...chosen(config['workflows']),
    }));
    await query`
      INSERT INTO error_triggers (workflow_id, component_id, organization_id, definition_id, workflow_version, output,
        all_workflows, workflow_ids)
      SELECT ${workflowId}::uuid, t.component, ${organizationId}::uuid, ${definitionId}::uuid, ${number}::int, t.output,
        t."all", t.ids
      FROM jsonb_to_recordset(${JSON.stringify(triggers)}::jsonb)
        AS t(component uuid, output text, "all" boolean, ids uuid[])`;
  },
  unpublished: remove,
  async count({ query, organizationId }) {
    const [row] = await query<{ count: number }>`
      SELECT count(*)::int AS count FROM error_triggers WHERE organization_id = ${organizationId}::uuid`;
    return row?.count ?? 0;
  },
};

function chosen(workflows: Json | undefined): { all: boolean; ids: string[] } {
  if (!Array.isArray(workflows)) return { all: true, ids: [] };
  return { all: false, ids: workflows.filter((id) => typeof id === 'string') };
}

async function remove({ query, rows }: WorkflowChange): Promise<void> {
  await query`DELETE FROM error_triggers WHERE ${rows}`;
}
