import type { Json } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import type { TakenRequest } from './executor-request.ts';

/** Claims requests. Also deletes requests whose ingress died, so that nobody waits for them. */
const TAKE = statement<{ most: number }, TakenRequest>()(
  'take_executor_requests',
  `WITH expired AS (
      DELETE FROM executor_requests WHERE id = ANY (ARRAY(SELECT id FROM executor_requests
        WHERE expires_at < clock_timestamp() ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED))
    )
    UPDATE executor_requests SET taken_at = clock_timestamp() WHERE id = ANY (ARRAY(SELECT id FROM executor_requests
      WHERE taken_at IS NULL AND expires_at >= clock_timestamp()
      ORDER BY expires_at LIMIT $most FOR UPDATE SKIP LOCKED))
    RETURNING id, organization_id AS "organizationId", kind, subject,
      extract(epoch FROM expires_at - clock_timestamp())::float8 * 1000 AS "leftMs"`,
  { id: 'uuid', organizationId: 'uuid', kind: 'text', subject: 'uuid', leftMs: 'float8' },
);

/** Returns the oldest unclaimed requests. Each is returned to one executor only. */
export function takeRequests(sql: Sql, most: number): Promise<TakenRequest[]> {
  return sql.query(...TAKE.with({ most }));
}

const ANSWER = statement<{ id: string; answer: string }>()(
  'answer_executor_request',
  'UPDATE executor_requests SET answer = $answer::jsonb WHERE id = $id',
  {},
);

/** Stores an answer for the ingress that waits. Does nothing if nobody waits any more. */
export async function answerRequest(sql: Sql, id: string, answer: Exclude<Json, null>): Promise<void> {
  await sql.query(...ANSWER.with({ id, answer: JSON.stringify(answer) }));
}
