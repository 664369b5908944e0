import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { openTestStore } from '../test/open-test-store.ts';
import { migrate } from './migrations/migrate.ts';
import { createSessionStore } from './open-session-store.ts';
import type { SessionStoreOptions } from './session-store-options.ts';
import { createTestDatabase, newSession } from '@workflow/test-harness';

const OPTIONS: Omit<SessionStoreOptions, 'databaseUrl'> = {
  poolSize: 2,
  statementTimeoutMs: 300,
  lockTimeoutMs: 200,
  connectTimeoutMs: 300,
  transactionTimeoutMs: 1_000,
  lingerMs: 0,
  maxPending: 100,
  maxPendingCharacters: 1e6,
  secretsKey: randomBytes(32),
  executorDeadAfterMs: 1_000,
};

test('an address at which no server answers is reported as unavailable', async () => {
  const store = createSessionStore({ ...OPTIONS, databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' });
  await expect(store.ping()).rejects.toMatchObject({ name: 'StoreUnavailableError' });
  await store.close();
});

test('a server that accepts connections and sends nothing is given up in time', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const store = createSessionStore({
    ...OPTIONS,
    databaseUrl: `postgresql://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
  });
  const outcomes = await Promise.allSettled([store.intake.accept(newSession()), store.ping(), store.lookups.poll(0n)]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailableError' } });
  await store.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('a store whose connections were cut works again with the next statement', async () => {
  const test = await openTestStore();
  await test.store.ping();
  await test.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'session-store'`,
  );
  await test.store.intake.accept(newSession()).catch(() => {});
  expect(await test.store.intake.accept(newSession())).toEqual({ kind: 'accepted' });
  await test.close();
});

test('a locked row fails its caller in time, and not the others of the batch', async () => {
  const test = await openTestStore({ lockTimeoutMs: 200 });
  const [locked, free] = [newSession(), newSession()];
  await Promise.all([locked, free].map((session) => test.store.intake.accept(session)));
  const holder = await test.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE', [locked.id]);
  const claims = await Promise.allSettled(
    [locked, free].map(({ id }) => test.store.execution.claim({ sessionId: id, executorId: newSession().id })),
  );
  expect(claims).toMatchObject([
    { status: 'rejected', reason: { name: 'StoreLockTimeoutError' } },
    { status: 'fulfilled', value: { id: free.id } },
  ]);
  await holder.query('ROLLBACK');
  await test.close();
});

test('migrating twice, and by two at the same time, applies each migration once', async () => {
  const { databaseUrl, drop } = await createTestDatabase();
  expect(await migrate(databaseUrl)).toEqual([]);
  const store = createSessionStore({ ...OPTIONS, databaseUrl, statementTimeoutMs: 10_000 });
  await store.close();
  expect(await Promise.all([migrate(databaseUrl), migrate(databaseUrl)])).toEqual([[], []]);
  await drop();
});
