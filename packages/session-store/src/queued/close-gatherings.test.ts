import { beforeAll, expect, test } from '@jest/globals';
import { newSession, waitFor } from '@workflow/test-harness';
import { locksWaitedFor, useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { NewSession } from '../acceptance/new-session.ts';

const HOUR_MS = 3_600_000;
const FLOW = {
  gather: { key: 'key', quietSeconds: 3_600, maxSeconds: 3_600, maxItems: 10, deliver: 'all' },
} as const;

/** Blocks statements that read the clock while they search for rows: they have a snapshot, but no lock. */
const GATE = 42;
const GATED_CLOCK = `CREATE SCHEMA gate;
  CREATE FUNCTION gate.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(${GATE});
    RETURN pg_catalog.clock_timestamp();
  END $$`;

const database = useTestStore();
beforeAll(async () => {
  await database.sql(GATED_CLOCK);
});

/** Creates a session that has gathered one request. */
async function gatheringSession(): Promise<NewSession> {
  const session = newSession({ enqueue: false });
  const workflow = await publishedWorkflow(database, session.organizationId, FLOW);
  const first: NewSession = {
    ...session,
    ...workflow,
    placeholderValuesJson: '{"key":"a"}',
    flow: { concurrencyKey: '', orderKey: '' },
    gather: { key: 'a', quietMs: HOUR_MS, maxMs: HOUR_MS, maxItems: 10, item: '1', responseFor: () => 'joined' },
  };
  expect(await database.store.intake.accept(first)).toEqual({ kind: 'accepted' });
  return first;
}

const valuesOf = (id: string) => database.sql('SELECT placeholder_values AS values FROM sessions WHERE id = $1', [id]);

/** Lets a second request join in a transaction that stays open. */
async function joinSlowly(sessionId: string): Promise<{ commit(): Promise<unknown> }> {
  const joining = await database.connect();
  await joining.query('BEGIN');
  await joining.query('INSERT INTO gathered_requests (session_id, number, item) VALUES ($1, 1, $2)', [sessionId, '2']);
  await joining.query('UPDATE gatherings SET requests = 2 WHERE session_id = $1', [sessionId]);
  return { commit: () => joining.query('COMMIT') };
}

test('a request that is committed while its gathering is looked for as due is in its session', async () => {
  const { id } = await gatheringSession();
  await database.sql("UPDATE gatherings SET closes_at = clock_timestamp() - interval '1 ms' WHERE session_id = $1", [
    id,
  ]);
  const joining = await joinSlowly(id);
  const gate = await database.connect();
  await gate.query('SELECT pg_advisory_lock($1)', [GATE]);
  const url = new URL(database.options.databaseUrl);
  url.searchParams.set('options', '-c search_path=gate,public,pg_catalog');
  const closing = database.another({ databaseUrl: url.href }).dispatch.admitHeld();
  await waitFor(async () => (await locksWaitedFor(database)) === 1);
  await joining.commit();
  await gate.query('SELECT pg_advisory_unlock($1)', [GATE]);
  await closing;
  expect(await valuesOf(id)).toEqual([{ values: { key: 'a', gathered: [1, 2] } }]);
  expect(await database.sql('SELECT FROM gathered_requests WHERE session_id = $1', [id])).toEqual([]);
});

test('a gathering whose session is locked, as by a retry, is left to the next round', async () => {
  const { id } = await gatheringSession();
  await database.sql("UPDATE gatherings SET closes_at = clock_timestamp() - interval '1 ms' WHERE session_id = $1", [
    id,
  ]);
  const { dispatch } = database.store;
  const retrying = await database.connect();
  await retrying.query('BEGIN');
  await retrying.query('SELECT FROM sessions WHERE id = $1 FOR NO KEY UPDATE', [id]);
  await dispatch.admitHeld();
  await retrying.query('ROLLBACK');
  expect(await database.sql('SELECT requests FROM gatherings WHERE session_id = $1', [id])).toEqual([{ requests: 1 }]);
  await dispatch.admitHeld();
  expect(await valuesOf(id)).toEqual([{ values: { key: 'a', gathered: [1] } }]);
});

test('a gathering whose session is deleted is closed too', async () => {
  const { id } = await gatheringSession();
  await database.sql("UPDATE gatherings SET closes_at = clock_timestamp() - interval '1 ms' WHERE session_id = $1", [
    id,
  ]);
  await database.sql('DELETE FROM sessions WHERE id = $1', [id]);
  await database.store.dispatch.admitHeld();
  expect(await database.sql('SELECT FROM gatherings WHERE session_id = $1', [id])).toEqual([]);
});

test('the retry of a cancelled session waits for a request that is about to be in it', async () => {
  const { id, organizationId } = await gatheringSession();
  const joining = await joinSlowly(id);
  const { commands } = database.store.sessions;
  await commands.cancel(organizationId, id);
  const retrying = commands.retry(organizationId, id, { from: 'start', version: 'pinned', enqueue: false });
  await waitFor(async () => (await locksWaitedFor(database)) === 1);
  await joining.commit();
  await retrying;
  expect(await valuesOf(id)).toEqual([{ values: { key: 'a', gathered: [1, 2] } }]);
});

test('a round closes gatherings of at most 4 MiB in total, and at least one', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await gatheringSession()).id);
  await database.sql(`UPDATE gathered_requests SET item = $2 WHERE session_id = ANY ($1::uuid[])`, [
    ids,
    JSON.stringify('x'.repeat(2_500_000)),
  ]);
  await database.sql(
    "UPDATE gatherings SET closes_at = clock_timestamp() - interval '1 ms' WHERE session_id = ANY ($1::uuid[])",
    [ids],
  );
  const open = async () =>
    (await database.sql('SELECT FROM gatherings WHERE session_id = ANY ($1::uuid[])', [ids])).length;
  await database.store.dispatch.admitHeld();
  expect(await open()).toBe(1);
  await database.store.dispatch.admitHeld();
  expect(await open()).toBe(0);
});
