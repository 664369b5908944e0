import { v7 as uuidv7 } from 'uuid';
import type { DispatchedSession } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { plainArray } from '../sql-arrays.ts';
import { BACKLOGGED_ORGANIZATIONS } from './backlog-sql.ts';

/** Due sessions that one round moves. */
const MAX_DUE = 1_000;

/** Due sessions join the backlog, where they take their organization's turn like all others. */
const LOOK: Statement = {
  name: 'look_for_waiting',
  text: `WITH RECURSIVE ${BACKLOGGED_ORGANIZATIONS}, due AS (
      UPDATE sessions SET enqueued_at = NULL WHERE id = ANY (ARRAY(
        SELECT id FROM sessions WHERE enqueued_at < due_at AND due_at <= now() ORDER BY due_at LIMIT ${MAX_DUE}
        FOR NO KEY UPDATE SKIP LOCKED))
      RETURNING organization_id
    )
    SELECT organization_id AS "organizationId" FROM backlogged WHERE organization_id IS NOT NULL
    UNION SELECT organization_id FROM due`,
};

/** The oldest of each organization's backlog, with their ledger row. */
const TAKE: Statement = {
  name: 'take_from_backlog',
  text: `WITH oldest AS MATERIALIZED (
      SELECT s.id FROM unnest($1::uuid[], $2::int[]) AS p(organization_id, places)
      CROSS JOIN LATERAL (
        SELECT id FROM sessions WHERE organization_id = p.organization_id AND enqueued_at IS NULL
        ORDER BY id LIMIT p.places FOR NO KEY UPDATE SKIP LOCKED) s
    ), taken AS (
      UPDATE sessions s SET enqueued_at = greatest(clock_timestamp(), s.due_at), dispatch = s.dispatch + 1
      WHERE s.id = ANY (ARRAY(SELECT id FROM oldest))
      RETURNING s.id AS "sessionId", s.organization_id AS "organizationId", s.dispatch
    ), ledger AS (
      INSERT INTO dispatches (id, session_ids) SELECT $3, array_agg("sessionId") FROM taken HAVING count(*) > 0
    )
    SELECT * FROM taken ORDER BY "sessionId"`,
};

/** Organizations with sessions in the backlog, due ones among them. */
export async function lookForWaiting(database: Database): Promise<string[]> {
  return (await database.query<{ organizationId: string }>(LOOK, [])).map((row) => row.organizationId);
}

/** Takes the oldest sessions out of the backlog, as many as there are places, into the ledger. */
export function takeFromBacklog(database: Database, places: ReadonlyMap<string, number>): Promise<DispatchedSession[]> {
  return database.query<DispatchedSession>(TAKE, [plainArray([...places.keys()]), plainArray([...places.values()]), uuidv7()]);
}
