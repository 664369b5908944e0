import type { Component, Json } from '@workflow/workflow-model';
import type { TriggerData, WorkflowChange } from './trigger-data.ts';

const nothing = (): Promise<void> => Promise.resolve();

/**
 * Triggers of published versions that start when sessions fail. Sessions of a paused workflow are accepted but do not
 * start.
 */
export const errorTrigger: TriggerData = {
  async published(change, components) {
    await remove(change);
    const { database, workflowId, organizationId } = change;
    const [version] = await database.$queryRaw<{ definitionId: string; number: number }[]>`
      SELECT v.definition_id AS "definitionId", v.number FROM workflows w
      JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
      WHERE w.id = ${workflowId}::uuid AND w.organization_id = ${organizationId}::uuid`;
    if (version === undefined) return;
    const hearing = components.filter(({ disabled }) => disabled !== true);
    await database.errorTrigger.createMany({
      data: hearing.map(({ id, config, output }: Component) => ({
        workflowId,
        componentId: id,
        organizationId,
        definitionId: version.definitionId,
        workflowVersion: version.number,
        output: output === undefined || output === '' ? null : output,
        ...chosen(config['workflows']),
      })),
    });
  },
  unpublished: remove,
  paused: nothing,
  resumed: nothing,
  deleted: remove,
};

function chosen(workflows: Json | undefined): { allWorkflows: boolean; workflowIds: string[] } {
  if (!Array.isArray(workflows)) return { allWorkflows: true, workflowIds: [] };
  return { allWorkflows: false, workflowIds: workflows.filter((id) => typeof id === 'string') };
}

async function remove({ database, workflowId, organizationId }: WorkflowChange): Promise<void> {
  await database.errorTrigger.deleteMany({ where: { workflowId, organizationId } });
}
