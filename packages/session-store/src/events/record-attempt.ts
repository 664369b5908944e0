import { statement } from '../postgres/named-statement.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import type { DeliveryAttempt } from '../organization/delivery-attempt.ts';

/** The result of an attempt. `gone` means that the URL returned 410. `retry` is null if there is no further attempt. */
export type AttemptOutcome = { kind: 'delivered' } | { kind: 'gone' } | { kind: 'failed'; retryAt: Date | null };

/** Maximum number of stored attempts. If a delivery was repeated often, the oldest ones are dropped. */
const MAX_STORED_ATTEMPTS = 50;

const RECORD = statement<{ id: string; status: string; retryAt: Date | null; attemptJson: string }>()(
  'record_event_try',
  `UPDATE event_deliveries SET tries = tries + 1, status = $status::delivery_status,
      next_try_at = coalesce($retryAt::timestamptz, next_try_at),
      finished_at = CASE WHEN $status::delivery_status <> 'PENDING' THEN clock_timestamp() END,
      log = CASE WHEN jsonb_array_length(log) < ${MAX_STORED_ATTEMPTS} THEN log ELSE log - 0 END || $attemptJson::jsonb
    WHERE id = $id`,
  {},
);

/** Disables the hook. Waits for transactions that are writing deliveries for it (`readHooks`). */
const DISABLE: Statement = {
  name: 'disable_event_hook',
  text: `UPDATE event_hooks SET disabled_at = clock_timestamp() WHERE id = $1 AND disabled_at IS NULL`,
};

/**
 * Drops the open deliveries. It follows DISABLE as a separate statement, so that it sees the deliveries of transactions
 * that DISABLE waited for.
 */
const DROP_OPEN: Statement = {
  name: 'drop_open_deliveries',
  text: `UPDATE event_deliveries SET status = 'FAILED', finished_at = clock_timestamp()
    WHERE hook_id = $1 AND status = 'PENDING'`,
};

/** Writes the result of an attempt. After 410 the hook is disabled, and its open deliveries are dropped. */
export async function recordAttempt(
  sql: Sql,
  { id, hookId }: { id: string; hookId: string },
  outcome: AttemptOutcome,
  attempt: DeliveryAttempt,
): Promise<void> {
  const retryAt = outcome.kind === 'failed' ? outcome.retryAt : null;
  const status = outcome.kind === 'delivered' ? 'DELIVERED' : retryAt === null ? 'FAILED' : 'PENDING';
  await sql.transaction(async (query) => {
    await query(...RECORD.with({ id, status, retryAt, attemptJson: JSON.stringify([attempt]) }));
    if (outcome.kind !== 'gone') return;
    await query(DISABLE, [hookId]);
    await query(DROP_OPEN, [hookId]);
  });
}
