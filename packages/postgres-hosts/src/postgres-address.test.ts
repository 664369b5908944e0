import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { freePort, promote, RestartablePostgres, startStandby, waitFor } from '@workflow/test-harness';
import pg from 'pg';
import { postgresAddress } from './index.ts';

let closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

async function startPrimary(): Promise<RestartablePostgres> {
  const primary = new RestartablePostgres();
  closing.push(() => primary.remove());
  await primary.start();
  return primary;
}

async function standbyOf(primary: RestartablePostgres): Promise<RestartablePostgres> {
  const standby = await startStandby(primary);
  closing.push(() => standby.remove());
  return standby;
}

const urlOf = (ports: number[], query = ''): string =>
  `postgresql://postgres:secret@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres${query}`;

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ ...postgresAddress(url), max: 2, connectionTimeoutMillis: 60_000 });
  pool.on('error', () => undefined);
  closing.push(() => pool.end());
  return pool;
}

/** Returns the port of the server behind a new or pooled connection. */
async function portOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ port: number }>(`SELECT current_setting('port')::int AS port`);
  return rows[0]!.port;
}

test('connections go to the primary of a primary and its standby, and after a failover to the other', async () => {
  const primary = await startPrimary();
  const standby = await standbyOf(primary);
  const orders = [
    [primary.port, standby.port],
    [standby.port, primary.port],
  ];
  const pools = orders.flatMap((ports) => [
    openPool(urlOf(ports)),
    openPool(urlOf(ports, '?target_session_attrs=read-write')),
    openPool(urlOf(ports, '?target_session_attrs=primary')),
  ]);
  expect(new Set(await Promise.all(pools.map((pool) => portOf(pool))))).toEqual(new Set([primary.port]));
  await primary.kill();
  await Promise.all(
    pools.map((pool) => expect(Promise.all([portOf(pool), portOf(pool), portOf(pool)])).rejects.toThrow()),
  );
  await promote(standby);
  const found = await Promise.all(pools.map((pool) => waitFor(() => portOf(pool))));
  expect(new Set(found)).toEqual(new Set([standby.port]));
});

test('leaves a host that becomes read-only under an open connection', async () => {
  const [first, second] = await Promise.all([startPrimary(), startPrimary()]);
  const pool = openPool(urlOf([first.port, second.port]));
  const write = () => pool.query('CREATE TABLE IF NOT EXISTS written ()');
  await write();
  expect(await portOf(pool)).toBe(first.port);
  const operator = new pg.Client({ connectionString: first.url });
  await operator.connect();
  await operator.query('ALTER SYSTEM SET default_transaction_read_only = on');
  await operator.query('SELECT pg_reload_conf()');
  await operator.end();
  // The open connection fails with 25006 at its next statement.
  await waitFor(() =>
    write()
      .then(() => portOf(pool))
      .then(
        (port) => port === second.port,
        () => false,
      ),
  );
  expect(await portOf(pool)).toBe(second.port);
});

test('finds the next host if one accepts connections and never answers', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  closing.push(() => silent.close());
  await once(silent, 'listening');
  const primary = await startPrimary();
  const pool = openPool(urlOf([(silent.address() as AddressInfo).port, primary.port]));
  expect(await portOf(pool)).toBe(primary.port);
});

test('the error names the reason for each host, without the password', async () => {
  const primary = await startPrimary();
  const standby = await standbyOf(primary);
  const closed = await freePort();
  for (const [query, why] of [
    ['', 'it is read-only'],
    ['?target_session_attrs=primary', 'it is a standby'],
  ]) {
    const pool = openPool(urlOf([closed, standby.port], query));
    const error = await pool.query('SELECT 1').catch((caught: unknown) => caught);
    expect(String(error)).toMatch(/no host takes writes: 127\.0\.0\.1:\d+: connect ECONNREFUSED/);
    expect(String(error)).toContain(`127.0.0.1:${standby.port}: ${why}`);
    expect(String(error)).not.toContain('secret');
  }
});

test('connections to a single host use the client of pg itself', () => {
  const url = 'postgresql://u:p@a/flows?sslmode=verify-full';
  expect(postgresAddress(url)).toEqual({ connectionString: url, Client: pg.Client });
  expect(() => postgresAddress('postgresql://a,b/flows?target_session_attrs=standby')).toThrow(
    'read-write or primary as target_session_attrs',
  );
});
