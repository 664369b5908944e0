import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/**
 * Finds the tasks of an executor's background loops. Each condition takes one step of an index, however many rows there
 * are. It uses the start time of the statement, because an index cannot be searched by a clock that advances.
 */
const LOOK = statement()(
  'look_for_work',
  `SELECT
    (SELECT id FROM session_events ORDER BY organization_id, id LIMIT 1) IS NOT NULL AS ends,
    EXISTS (SELECT FROM failure_notices WHERE due_at <= statement_timestamp()) AS failures,
    EXISTS (SELECT FROM questions WHERE remind_at <= statement_timestamp()) AS reminders,
    EXISTS (SELECT FROM event_hooks WHERE disabled_at IS NULL) AS hooks,
    EXISTS (SELECT FROM operations WHERE status = 'RUNNING') AS operations,
    (SELECT session_id FROM parent_sessions WHERE is_ending ORDER BY organization_id LIMIT 1) IS NOT NULL
      AS "endingTrees",
    (SELECT session_id FROM deleted_sessions ORDER BY organization_id LIMIT 1) IS NOT NULL AS "deletedTrees",
    EXISTS (SELECT FROM polls WHERE next_at <= statement_timestamp()) AS polls,
    EXISTS (SELECT FROM apps WHERE read_at <= statement_timestamp()) AS apps,
    (SELECT id FROM executor_requests ORDER BY expires_at LIMIT 1) IS NOT NULL AS requests,
    EXISTS (SELECT FROM blocked_turns WHERE is_ending) AS "blockedSessions"`,
  {
    ends: 'bool',
    failures: 'bool',
    reminders: 'bool',
    hooks: 'bool',
    operations: 'bool',
    endingTrees: 'bool',
    deletedTrees: 'bool',
    polls: 'bool',
    apps: 'bool',
    requests: 'bool',
    blockedSessions: 'bool',
  },
);

/** The background loops that may have something to do. Another executor may be doing some of it. */
export interface FoundWork {
  /** True if ends of sessions are not deliveries yet. */
  ends: boolean;
  /** True if there are failures for which `error` triggers start sessions. */
  failures: boolean;
  /** True if hooks should be notified of waiting approvals. */
  reminders: boolean;
  /** True if there are event hooks, which may have due deliveries. */
  hooks: boolean;
  operations: boolean;
  /** True if there are ended sessions with descendants to cancel. */
  endingTrees: boolean;
  /** True if deleted sessions have remaining rows. */
  deletedTrees: boolean;
  polls: boolean;
  /** True if the source of an app should be read. */
  apps: boolean;
  /** True if ingress sent requests to the executors. */
  requests: boolean;
  /** True if sessions that blocked an executor should be ended. */
  blockedSessions: boolean;
}

export async function lookForWork(sql: Sql): Promise<FoundWork> {
  const [work] = await sql.query(LOOK, []);
  return work!;
}
