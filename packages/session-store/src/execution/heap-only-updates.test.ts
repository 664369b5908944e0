import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { waitFor, newSession } from '@workflow/test-harness';
import { newStep, useTestStore } from '../../test/open-test-store.ts';

const database = useTestStore();

const SESSIONS = 2_000;
const HEAP_ONLY_SHARE = 0.75;

interface Figures {
  updates: number;
  hot: number;
  scans: number;
}

test('claiming and finishing writes to no index and scans no table', async () => {
  const { intake, execution } = database.store;
  const executorId = randomUUID();
  await execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
  const organizationId = randomUUID();
  const accepted = Array.from({ length: SESSIONS }, () => newSession({ organizationId }));
  const before = await figures();
  // The operations run one after another, because PostgreSQL cannot reuse a row version that a statement may still see.
  await Promise.all(accepted.map((session) => intake.accept(session)));
  const claims = await Promise.all(accepted.map(({ id }) => execution.claim({ sessionId: id, executorId })));
  await Promise.all(
    claims.map((claimed) =>
      execution.end(
        { sessionId: claimed?.id ?? '', claimNumber: claimed?.claimNumber ?? 0 },
        { kind: 'succeeded', output: { total: 42, currency: 'EUR' } },
        [newStep(), newStep()],
      ),
    ),
  );
  let after = before;
  await waitFor(async () => (after = await figures()).updates - before.updates === 2 * SESSIONS);
  // Some rows move to another page if autovacuum's snapshot holds dead versions at that moment. If claiming or ending
  // changed an indexed column, at most half of the updates would be heap-only.
  expect((after.hot - before.hot) / (2 * SESSIONS)).toBeGreaterThan(HEAP_ONLY_SHARE);
  expect(after.scans - before.scans).toBe(0);
});

async function figures(): Promise<Figures> {
  // A connection reports its statistics at most once a second, and at its next statement.
  await Promise.all(Array.from({ length: 10 }, () => database.store.ping()));
  const [row] = await database.sql<Figures>(
    `SELECT n_tup_upd::int AS updates, n_tup_hot_upd::int AS hot, seq_scan::int AS scans FROM pg_stat_user_tables
      WHERE relname = 'sessions'`,
  );
  if (row === undefined) throw new Error('There are no figures of sessions');
  return row;
}
