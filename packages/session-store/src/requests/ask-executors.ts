import type { Json } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { LimitReachedError, lockLimit } from '../organization/organization-limits.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';

/** The kinds of requests to executors. */
type RequestKind = 'credential-test';

export interface ExecutorRequest {
  organizationId: string;
  kind: RequestKind;
  /** The id of the credential. */
  subject: string;
}

/** A request that an executor has claimed. */
export interface TakenRequest extends ExecutorRequest {
  id: string;
  /** Milliseconds until the caller stops waiting. */
  leftMs: number;
}

export interface AskOptions {
  executorDeadAfterMs: number;
  /** Maximum number of simultaneous requests of one organization. */
  most: number;
}

const COUNT = statement<{ organizationId: string; executorDeadAfterMs: number }>()(
  'count_executor_requests',
  `SELECT count(*)::int AS count,
      EXISTS (SELECT FROM executors WHERE NOT draining
        AND heartbeat_at > clock_timestamp() - $executorDeadAfterMs * interval '1 millisecond') AS "hasExecutor"
    FROM executor_requests WHERE organization_id = $organizationId AND expires_at > clock_timestamp()`,
  { count: 'int4', hasExecutor: 'bool' },
);

const INSERT = statement<{ id: string; organizationId: string; kind: string; subject: string; withinMs: number }>()(
  'ask_executors',
  `INSERT INTO executor_requests (id, organization_id, kind, subject, expires_at)
    VALUES ($id, $organizationId, $kind, $subject, clock_timestamp() + $withinMs * interval '1 millisecond')`,
  {},
);

/**
 * Writes a request, which an executor claims within a second.
 * @returns its id, or null if no executor is alive
 * @throws LimitReachedError
 */
export function askExecutors(
  sql: Sql,
  { executorDeadAfterMs, most }: AskOptions,
  { organizationId, kind, subject }: ExecutorRequest,
  withinMs: number,
): Promise<string | null> {
  return sql.transaction(async (query) => {
    await lockLimit(query, 'executorRequests', organizationId);
    const [row] = await query(...COUNT.with({ organizationId, executorDeadAfterMs }));
    if (row?.hasExecutor !== true) return null;
    if (row.count >= most) throw new LimitReachedError('executorRequests', most);
    const id = timeOrderedId();
    await query(...INSERT.with({ id, organizationId, kind, subject, withinMs }));
    return id;
  });
}

const READ = statement<{ id: string; organizationId: string }, { answer: Json }>()(
  'read_executor_answer',
  'SELECT answer FROM executor_requests WHERE id = $id AND organization_id = $organizationId',
  { answer: 'jsonb?' },
);

/** Returns the answer of an executor, or null if there is none yet. */
export async function readAnswer(sql: Sql, organizationId: string, id: string): Promise<Json> {
  const [row] = await sql.query(...READ.with({ id, organizationId }));
  return row?.answer ?? null;
}

const DROP = statement<{ id: string; organizationId: string }>()(
  'drop_executor_request',
  'DELETE FROM executor_requests WHERE id = $id AND organization_id = $organizationId',
  {},
);

/** Deletes a request whose answer was read or is no longer needed. */
export async function dropRequest(sql: Sql, organizationId: string, id: string): Promise<void> {
  await sql.query(...DROP.with({ id, organizationId }));
}

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
