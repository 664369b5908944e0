import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { queuedStates } from '@workflow/session-store';

interface RunBody {
  workflowId: string;
  componentId: string;
  placeholderValues: Record<string, unknown>;
}

/** Inserts sessions of a published workflow into the backlog, as ingress does when the in-flight limit is reached. */
export async function fillBacklog(
  database: Client,
  organizationId: string,
  runBody: string,
  count: number,
): Promise<void> {
  const { workflowId, componentId, placeholderValues } = JSON.parse(runBody) as RunBody;
  await database.query(
    `INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger,
                           mode, status, placeholder_values, enqueued_at)
     SELECT uuidv7(), $1, $2, v.definition_id, v.number, $3, 'API', 'PROD', 'QUEUED', $4, ${queuedStates.BACKLOGGED}
       FROM generate_series(1, $5),
            LATERAL (SELECT definition_id, number FROM workflow_versions WHERE workflow_id = $2
                     ORDER BY number DESC LIMIT 1) v`,
    [organizationId, workflowId, componentId, JSON.stringify(placeholderValues), count],
  );
}

/** Inserts sessions that wait for the concurrency slot that another session of their workflow has. */
export async function fillHeld(
  database: Client,
  organizationId: string,
  runBody: string,
  count: number,
): Promise<void> {
  await database.query('BEGIN');
  await fillBacklog(database, organizationId, runBody, count);
  await database.query(
    `WITH held AS (
       UPDATE sessions SET ${queuedStates.HOLD} WHERE workflow_id = $1 AND ${queuedStates.isInBacklog()}
       RETURNING id, organization_id, workflow_id)
     INSERT INTO flow_entries (session_id, organization_id, workflow_id, concurrency_key, order_key, stage)
     SELECT h.id, h.organization_id, h.workflow_id, e.concurrency_key, e.order_key, 'AT_LIMIT'
       FROM held h, LATERAL (SELECT concurrency_key, order_key FROM flow_entries
                             WHERE workflow_id = $1 AND stage = 'STARTED' LIMIT 1) e`,
    [(JSON.parse(runBody) as RunBody).workflowId],
  );
  await database.query('COMMIT');
}

const ORGANIZATIONS = 20;
const WORKFLOWS = 500;
const BATCH = 250_000;

/**
 * Inserts finished sessions with two steps each, as executors write them, in 20 organizations and 500 workflows,
 * including the lab's.
 */
export async function fillFinished(
  database: Client,
  organizationId: string,
  runBody: string,
  count: number,
): Promise<void> {
  const { workflowId, componentId } = JSON.parse(runBody) as RunBody;
  const components = [randomUUID(), randomUUID()];
  for (let done = 0; done < count; done += BATCH) {
    await database.query(
      `WITH added AS (
         INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger,
                               mode, status, placeholder_values, output, packed_steps, claim_number,
                               enqueued_at, started_at, finished_at)
         SELECT uuidv7((n - $6::int) * interval '10 milliseconds'),
                CASE WHEN n % $4 = 0 THEN $1::uuid ELSE md5('organization' || n % $4)::uuid END,
                CASE WHEN n % $5 = 0 THEN $2::uuid ELSE md5('workflow' || n % $5)::uuid END,
                $2, 1, $3, 'API', (CASE WHEN n % 100 = 0 THEN 'TEST' ELSE 'PROD' END)::session_mode,
                (CASE WHEN n % 50 = 0 THEN 'FAILED' WHEN n % 333 = 0 THEN 'CANCELLED'
                      ELSE 'SUCCEEDED' END)::session_status,
                '{"name": "Ada Lovelace", "amount": 42}', '{"doubled": 84}',
                CASE WHEN n % 50 <> 0 AND n % 333 <> 0 THEN $9::json END,
                1, now(), now(), now()
           FROM generate_series($7::int, $7::int + $8::int - 1) n
         RETURNING id, status)
       INSERT INTO steps (session_id, run, component_id, status, port, input, output, started_at, finished_at)
       SELECT added.id, 1, c.id, 'SUCCEEDED', 'next', '{}', '84', now(), now()
         FROM added, unnest($10::uuid[]) c(id) WHERE added.status <> 'SUCCEEDED'`,
      [
        organizationId,
        workflowId,
        componentId,
        ORGANIZATIONS,
        WORKFLOWS,
        count,
        done,
        Math.min(BATCH, count - done),
        JSON.stringify(components.flatMap((id) => [id, 'next', Date.now(), 2, {}, 84])),
        components,
      ],
    );
  }
  await database.query('ANALYZE sessions');
  await database.query('ANALYZE steps');
}
