import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newSession, TcpProxy, waitFor } from '@workflow/test-harness';
import { locksWaitedFor, openTestStore, type TestStore } from '../../test/open-test-store.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import type { SessionStore } from '../open-session-store.ts';

/** Connections end while sessions are being accepted. PostgreSQL waits for a lock at that time. */

let database: TestStore;
let proxy: TcpProxy;
let store: SessionStore;
beforeAll(async () => {
  database = await openTestStore();
  const server = new URL(database.options.databaseUrl);
  proxy = new TcpProxy(Number(server.port));
  server.host = `127.0.0.1:${await proxy.listen()}`;
  store = database.another({ databaseUrl: server.href });
});
afterAll(async () => {
  await database.close();
  proxy.close();
});

const idempotency = () => ({ key: randomUUID(), bodyHash: randomBytes(32), response: null });
const delivery = () => ({ id: randomUUID() });

/** The forms of the statement, by Prisma's client and, with many sessions, by the driver. */
const KINDS: [string, number, () => Partial<NewSession>][] = [
  ['a session', 1, () => ({})],
  ['many sessions', 20, () => ({})],
  ['a session with an idempotency key', 1, () => ({ idempotency: idempotency() })],
  ['many deliveries', 20, () => ({ delivery: delivery() })],
];

/** Accepts sessions while `disturb` runs. `disturb` gets a function that lets PostgreSQL continue. */
async function acceptWhile(
  count: number,
  fields: () => Partial<NewSession>,
  disturb: (goOn: () => Promise<void>, ids: string[]) => Promise<void>,
): Promise<void> {
  const sessions = Array.from({ length: count }, () => newSession(fields()));
  const ids = sessions.map(({ id }) => id);
  const holder = await database.connect();
  await holder.query('BEGIN');
  // With this lock sessions can be read but not written.
  await holder.query('LOCK TABLE sessions IN SHARE ROW EXCLUSIVE MODE');
  const accepted = Promise.all(sessions.map((session) => store.intake.accept(session)));
  accepted.catch(() => undefined);
  await waitFor(async () => (await locksWaitedFor(database)) > 0);
  await disturb(async () => void (await holder.query('COMMIT')), ids);
  expect(await accepted).toEqual(sessions.map(() => ({ kind: 'accepted' })));
  const rows = await database.sql<{ id: string }>('SELECT id FROM sessions WHERE id = ANY ($1::uuid[])', [ids]);
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  const named = await database.sql('SELECT FROM enqueued_batches WHERE session_ids && $1::uuid[]', [ids]);
  expect(named.length).toBeGreaterThan(0);
  await holder.end();
}

const isCommitted = async (ids: string[]): Promise<boolean> =>
  (await database.sql('SELECT FROM sessions WHERE id = ANY ($1::uuid[])', [ids])).length > 0;

test.each(KINDS)('%s: accepted again after PostgreSQL ended the connection', async (_, count, fields) => {
  await acceptWhile(count, fields, async (goOn) => {
    await database.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    await goOn();
  });
});

test.each(KINDS)('%s: found by its id if the connection was lost after the commit', async (_, count, fields) => {
  await acceptWhile(count, fields, async (goOn, ids) => {
    proxy.freezeExisting();
    await goOn();
    await waitFor(() => isCommitted(ids));
    proxy.cut();
  });
});

test.each(KINDS)('%s: accepted once if the lost statement is committed later', async (_, count, fields) => {
  await acceptWhile(count, fields, async (goOn) => {
    const before = await locksWaitedFor(database);
    proxy.freezeExisting();
    proxy.cut();
    // PostgreSQL does not notice that the connection was lost, so both statements wait for the lock.
    await waitFor(async () => (await locksWaitedFor(database)) > before);
    await goOn();
  });
});
