import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { BLOCKED_CRASHES, type BlockRules } from './blocked-session.ts';

/** The turns of event loops that were blocked within the last hour. */
export interface BlockedTurns {
  /** The number of blocked turns by service. */
  byService: Record<'ingress' | 'executor', number>;
  /** The number of organizations whose sessions run one at a time because they blocked executors. */
  alone: number;
}

/**
 * Finds sessions that blocked the event loop of their executor and are to be ended. `errorId` is the id of the record,
 * of the log line and of the session's error.
 */
const FIND = statement()(
  'find_blocked_sessions',
  `SELECT s.id AS "sessionId", s.claim_number AS "claimNumber", b.id AS "errorId", b.cpu_ms AS "cpuMs"
    FROM blocked_turns b JOIN sessions s ON s.id = b.session_id
    WHERE b.is_ending AND s.status = 'RUNNING' AND s.crashes >= ${BLOCKED_CRASHES} LIMIT 100`,
  { sessionId: 'uuid', claimNumber: 'int4', errorId: 'uuid', cpuMs: 'int4' },
);

/** Marks records whose session was ended or deleted. */
const FINISH: Statement = {
  name: 'finish_blocked_sessions',
  text: `UPDATE blocked_turns b SET is_ending = false WHERE b.is_ending AND NOT EXISTS (
      SELECT FROM sessions s
      WHERE s.id = b.session_id AND s.status = 'RUNNING' AND s.crashes >= ${BLOCKED_CRASHES})`,
};

const COUNT = statement<{ aloneFrom: number }>()(
  'count_blocked_turns',
  `SELECT count(*) FILTER (WHERE service = 'ingress')::int AS ingress,
      count(*) FILTER (WHERE service = 'executor')::int AS executor,
      (SELECT count(*)::int FROM (SELECT FROM blocked_turns
        WHERE at > statement_timestamp() - interval '1 hour' AND kind = 'session' AND organization_id IS NOT NULL
        GROUP BY organization_id HAVING count(*) >= $aloneFrom::int) o) AS alone
    FROM blocked_turns WHERE at > statement_timestamp() - interval '1 hour'`,
  { ingress: 'int4', executor: 'int4', alone: 'int4' },
);

const ALONE = statement<{ aloneFrom: number }>()(
  'find_organizations_alone',
  `SELECT organization_id AS id FROM blocked_turns
    WHERE at > statement_timestamp() - interval '1 hour' AND kind = 'session' AND organization_id IS NOT NULL
    GROUP BY organization_id HAVING count(*) >= $aloneFrom::int`,
  { id: 'uuid' },
);

/** Returns the organizations whose sessions run one at a time, because several of their sessions blocked executors. */
export function findOrganizationsAlone(sql: Sql, { aloneFrom }: BlockRules): Promise<string[]> {
  return readIds(sql.query, ...ALONE.with({ aloneFrom }));
}

/** Opens the operations on sessions that blocked event loops. */
export function openBlockedSessions(sql: Sql, rules: BlockRules) {
  return {
    /** Finds sessions that blocked an executor and have not been ended. */
    find: () => sql.query(FIND, []),
    /** Marks the records of those that were ended. */
    finish: async (): Promise<void> => void (await sql.query(FINISH, [])),
    /** Counts the blocked turns of the last hour. @throws StoreUnavailableError */
    count: () => countBlockedTurns(sql, rules),
  };
}

async function countBlockedTurns(sql: Sql, { aloneFrom }: BlockRules): Promise<BlockedTurns> {
  const [row] = await sql.query(...COUNT.with({ aloneFrom }));
  const { alone, ...byService } = row!;
  return { byService, alone };
}
