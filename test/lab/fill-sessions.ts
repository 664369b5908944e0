import type { Client } from 'pg';

interface RunBody {
  workflowId: string;
  componentId: string;
  placeholderValues: Record<string, unknown>;
}

/** Puts sessions of a published workflow into the backlog, as ingress commits them when the queue's window is full. */
export async function fillBacklog(database: Client, organizationId: string, runBody: string, count: number): Promise<void> {
  const { workflowId, componentId, placeholderValues } = JSON.parse(runBody) as RunBody;
  await database.query(
    `INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger, mode, status, placeholder_values, enqueued_at)
     SELECT uuidv7(), $1, $2, v.definition_id, v.number, $3, 'API', 'PROD', 'QUEUED', $4, NULL
       FROM generate_series(1, $5), LATERAL (SELECT definition_id, number FROM workflow_versions WHERE workflow_id = $2 ORDER BY number DESC LIMIT 1) v`,
    [organizationId, workflowId, componentId, JSON.stringify(placeholderValues), count],
  );
}
