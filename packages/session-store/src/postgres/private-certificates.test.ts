import { chmodSync, chownSync, copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { makeTestCertificates, RestartablePostgres, waitFor } from '@workflow/test-harness';
import pg from 'pg';
import { migrate } from '../migrations/migrate.ts';
import { createSessionStore, type SessionStore } from '../open-session-store.ts';

const certificates = makeTestCertificates();
afterAll(() => certificates.remove());

function openStore(databaseUrl: string): SessionStore {
  return createSessionStore({
    databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 10_000,
    lockTimeoutMs: 5_000,
    connectTimeoutMs: 5_000,
    transactionTimeoutMs: 30_000,
    lingerMs: 0,
    maxPending: 10,
    maxPendingCharacters: 1e6,
    secretsKey: new Uint8Array(32),
    executorDeadAfterMs: 10_000,
  });
}

/** Enables TLS in a running server. */
async function secure(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const data = rows[0]!.data_directory;
  const { uid, gid } = statSync(data);
  const { certificate, key } = certificates;
  for (const [from, name] of [
    [certificate, 'server.crt'],
    [key, 'server.key'],
  ] as const) {
    copyFileSync(from, join(data, name));
    chownSync(join(data, name), uid, gid);
    chmodSync(join(data, name), 0o600);
  }
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
}

test('PostgreSQL is reached with a certificate of a private authority, and refused without knowing it', async () => {
  const postgres = new RestartablePostgres();
  await postgres.start();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await secure(client);
    const secured = `postgresql://postgres@localhost:${postgres.port}/postgres?sslmode=verify-full`;
    const trusted = `${secured}&sslrootcert=${certificates.authority}`;
    await waitFor(() => migrate(trusted).then(() => true));
    const [store, untrusting] = [openStore(trusted), openStore(secured)];
    await store.ping();
    const open = await client.query<{ ssl: boolean }>(
      `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'session-store'`,
    );
    expect(open.rows.length).toBeGreaterThan(0);
    expect(open.rows.every(({ ssl }) => ssl)).toBe(true);
    await expect(untrusting.ping()).rejects.toThrow();
    // The certificate is for localhost, so only this host name is valid.
    const named = (hosts: string[]) =>
      openStore(trusted.replace(/localhost:\d+/, hosts.map((host) => `${host}:${postgres.port}`).join(',')));
    const [second, neither] = [named(['127.0.0.1', 'localhost']), named(['127.0.0.1', '127.0.0.1'])];
    await second.ping();
    await expect(neither.ping()).rejects.toThrow("IP: 127.0.0.1 is not in the cert's list");
    await Promise.all([store, untrusting, second, neither].map((one) => one.close()));
  } finally {
    await client.end();
    await postgres.remove();
  }
});
