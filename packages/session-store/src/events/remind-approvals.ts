import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import {
  APPROVAL_COLUMNS,
  APPROVAL_TYPES,
  IS_WAITING,
  viewOf,
  type ApprovalRow,
} from '../questions/approval-columns.ts';
import { hooksFor, insertDeliveries, readHooks } from './write-deliveries.ts';

const TYPE = 'approval.waiting';
/** Maximum number of approvals that one transaction handles. */
const MAX_APPROVALS = 100;
/** Maximum number of reminders after the first event of each waiting approval. */
const MAX_REMINDERS = 10;

/** Finds organizations with approvals that hooks are to be notified of now. */
export const ORGANIZATIONS_TO_REMIND = statement()(
  'find_organizations_to_remind',
  `SELECT DISTINCT organization_id AS id FROM questions WHERE remind_at <= clock_timestamp()`,
  { id: 'uuid' },
);

/** Reads the due approvals. PostgreSQL's clock determines which are due. Skips approvals that are being answered. */
const READ = statement<{ organizationId: string }, ApprovalRow & { isWaiting: boolean }>()(
  'read_approvals_to_remind',
  `SELECT ${APPROVAL_COLUMNS}, s.mode = 'PROD' AND ${IS_WAITING} AS "isWaiting" FROM questions q
    JOIN sessions s ON s.id = q.session_id JOIN workflows w ON w.id = q.workflow_id
    WHERE q.organization_id = $organizationId AND q.remind_at <= clock_timestamp()
    ORDER BY q.remind_at, q.id LIMIT ${MAX_APPROVALS} FOR UPDATE OF q SKIP LOCKED`,
  { ...APPROVAL_TYPES, isWaiting: 'bool' },
);

const NOTE = statement<Record<'ids' | 'waitingIds', SqlArray>>()(
  'note_reminders',
  `UPDATE questions q SET reminders = reminders + 1,
      remind_at = CASE WHEN q.id = ANY ($waitingIds::uuid[]) AND q.reminders < ${MAX_REMINDERS}
        AND clock_timestamp() + q.remind_after_seconds * interval '1 second' < q.expires_at
        THEN clock_timestamp() + q.remind_after_seconds * interval '1 second' END
    WHERE q.id = ANY ($ids::uuid[])`,
  {},
);

/**
 * Creates deliveries of `approval.waiting` for approvals that began to wait, or that are due for a reminder. The body
 * has no URL: it is added when the delivery is sent, and never stored.
 * @returns the number of handled approvals; there may be more
 */
export function remindApprovals(sql: Sql, organizationId: string): Promise<number> {
  return sql.transaction(async (query) => {
    const due = await query(...READ.with({ organizationId }));
    if (due.length === 0) return 0;
    const hooks = await readHooks(query, organizationId);
    const waiting = due.filter(({ isWaiting }) => isWaiting);
    const timestamp = new Date().toISOString();
    const events = waiting.flatMap((row) => {
      const interested = hooksFor(hooks, row.workflowId, TYPE);
      const body = JSON.stringify({ type: TYPE, timestamp, data: viewOf(row) });
      return interested.length === 0 ? [] : [{ hooks: interested, type: TYPE, sessionId: row.sessionId, body }];
    });
    await insertDeliveries(query, organizationId, events);
    await query(
      ...NOTE.with({ ids: plainArray(due.map(({ id }) => id)), waitingIds: plainArray(waiting.map(({ id }) => id)) }),
    );
    return due.length;
  });
}
