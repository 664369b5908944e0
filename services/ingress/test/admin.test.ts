import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import {
  bundledProgram,
  describeWithRedis,
  environmentForServices,
  freePort,
  testRedisUrl,
} from '@workflow/test-harness';
import type pg from 'pg';
import { ADMIN_COMMANDS } from '../src/admin/commands.ts';
import { runAdmin } from '../src/admin/run-admin.ts';
import { component, useTestIngress, type AnyBody } from './start-test-ingress.ts';
import { queuedStates } from '@workflow/session-store';

const KEY = 'the key of the operator, of course';
const input = component('input', { placeholders: [] });
const ingress = useTestIngress({ config: { operatorKey: KEY } });
let database: pg.Client;

beforeAll(async () => {
  database = await ingress.connect();
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  body: AnyBody;
}

/** Runs the command as a process, with the settings of the ingress. */
const admin = (...args: string[]): Promise<Ended> => adminWith({}, ...args);

async function adminWith(more: Record<string, string>, ...args: string[]): Promise<Ended> {
  const env = {
    ...more,
    ...environmentForServices(),
    DATABASE_URL: ingress.databaseUrl,
    SECRETS_KEY: 'ab'.repeat(32),
    AUTH_SECRET: 'test secret '.repeat(4),
  };
  const run = promisify(execFile)(process.execPath, [await bundledProgram('admin'), ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  const { code, stdout, stderr } = await run;
  return { code, stdout, stderr, body: stdout.startsWith('{') ? (JSON.parse(stdout) as AnyBody) : null };
}

const operator = (method: string, path: string, body?: unknown) =>
  ingress.request(method, `/v1/operator/${path}`, {
    headers: { 'x-api-key': KEY, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });

/** The same in this process, for what needs no settings. */
async function runCommand(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const lines = { out: '', error: '' };
  const code = await runAdmin(
    args,
    {},
    { out: (line) => void (lines.out += line), error: (line) => void (lines.error += line) },
  );
  return { code, ...lines };
}

test('warns of settings on standard error, so that a script can read the output', async () => {
  const { code, stdout, stderr } = await adminWith({ DATABASE_POOL_SIZ: '3' }, 'migrate-status');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toHaveProperty('items');
  expect(stderr).toContain('DATABASE_POOL_SIZ');
});

test('names its commands, and what each takes', async () => {
  const help = await runCommand('--help');
  expect(help.code).toBe(0);
  for (const { name } of ADMIN_COMMANDS) {
    expect(help.out).toContain(`  ${name} `);
    expect(await runCommand(name, '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Usage: admin ${name}`),
    });
  }
  expect((await runCommand('quotas', '--help')).out).toContain('--max-concurrent-sessions <value>');
});

test.each([
  [['nothing'], 'Unknown command: nothing'],
  [['pause'], 'Missing: organization'],
  [['pause', 'acme'], 'id must be a UUID'],
  [['quotas', randomUUID(), '--run-burst', 'many'], 'runBurst must be'],
  [['doctor', 'please'], 'Unexpected: please'],
  [['components', 'bring', 'x@1.0.0'], 'Unknown: bring'],
  [['components', 'list', 'all'], 'Unexpected: all'],
])('%j is not understood: %s', async (args, message) => {
  expect(await runCommand(...args)).toMatchObject({ code: 2, error: expect.stringContaining(message) });
});

test('does what the API does', async () => {
  const { id } = ingress.organization;
  expect((await admin('quotas', id, '--run-burst', '7', '--runs-per-minute', '70')).body).toMatchObject({
    runBurst: 7,
  });
  expect((await operator('GET', `organizations/${id}/quotas`)).body).toMatchObject({ runBurst: 7, runsPerMinute: 70 });
  await admin('quotas', id, '--run-burst', 'none', '--runs-per-minute', 'none');
  expect((await admin('pause', id)).body).toMatchObject({ id, paused: true });
  const { items } = (await operator('GET', 'organizations')).body;
  expect(items).toMatchObject([{ id, paused: true, quotas: { runBurst: null } }]);
  expect((await admin('resume', id)).body).toMatchObject({ paused: false });
  const missing = await admin('pause', randomUUID());
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringMatching(/^Organization '.*' not found$/m)]);
});

test('the doctor reports what is missing, by exit code as well', async () => {
  const found = await admin('doctor');
  expect(found.code).toBe(1);
  expect(found.body.findings).toEqual(
    expect.arrayContaining([
      { check: 'postgres', ok: true, detail: expect.any(String) },
      { check: 'migrations', ok: true, detail: 'all applied' },
      { check: 'executors', ok: false, detail: '0 live, 0 of 0 slots in use' },
    ]),
  );
  expect((await operator('GET', 'doctor')).body).toEqual(found.body);
});

describeWithRedis('with the queue on Redis', () => {
  test('the doctor waits for its connection', async () => {
    const { body } = await adminWith({ REDIS_URL: await testRedisUrl() }, 'doctor');
    expect(body.findings).toContainEqual({ check: 'queue', ok: true, detail: 'reachable' });
  });

  test('the doctor reports a Redis that is away', async () => {
    const { code, body } = await adminWith({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` }, 'doctor');
    expect(code).toBe(1);
    expect(body.findings).toContainEqual({ check: 'queue', ok: false, detail: 'not reachable' });
  });
});

test('shows migrations, and resolves one that failed', async () => {
  const { body } = await admin('migrate-status');
  expect(body.items.every(({ state }: { state: string }) => state === 'applied')).toBe(true);
  const { name } = body.items.at(-1);
  expect((await admin('migrate-resolve', name, 'applied')).stderr).toContain('has not failed: it is applied');
  expect((await operator('POST', `migrations/${name}/resolve`, { as: 'undone' })).status).toBe(400);
  expect((await operator('POST', 'migrations/none/resolve', { as: 'applied' })).status).toBe(404);
  await database.query('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1', [name]);
  expect((await operator('GET', 'migrations')).body.items.at(-1)).toEqual({ name, state: 'failed' });
  expect((await admin('migrate-resolve', name, 'applied')).body).toEqual({ name, state: 'applied' });
});

test('finds a session of a dead executor, and enqueues it again', async () => {
  const { id } = ingress.organization;
  const workflowId = await ingress.workflow([input]);
  const run = async (): Promise<string> => (await ingress.run({ workflowId, componentId: input.id })).body.sessionId;
  const [sessionId, ended] = [await run(), await run()];
  await database.query(
    `UPDATE sessions SET status = 'RUNNING', started_at = now(), executor_id = $2, claim_number = 4,
       enqueued_at = now() - interval '1 h' WHERE id = $1`,
    [sessionId, randomUUID()],
  );
  const stuck = (await admin('list-stuck', '--minutes', '30')).body.items;
  expect(stuck).toMatchObject([{ id: sessionId, organizationId: id, status: 'RUNNING', reason: 'executor-gone' }]);
  expect((await admin('requeue', sessionId)).body).toEqual({ id: sessionId, status: 'QUEUED' });
  const { rows } = await database.query(
    `SELECT status, claim_number, ${queuedStates.isInBacklog()} AS backlogged FROM sessions WHERE id = $1`,
    [sessionId],
  );
  expect(rows).toEqual([{ status: 'QUEUED', claim_number: 5, backlogged: true }]);
  expect((await admin('list-stuck', '--minutes', '30')).body.items).toEqual([]);
  await database.query("UPDATE sessions SET status = 'SUCCEEDED', finished_at = now() WHERE id = $1", [ended]);
  const refused = await operator('POST', `sessions/${ended}/requeue`);
  expect([refused.status, refused.body.message]).toEqual([409, 'The session is SUCCEEDED']);
});

test('makes a link that sets a password once, and proves no address', async () => {
  const userId = randomUUID();
  await database.query(`INSERT INTO users (id, name, email, updated_at) VALUES ($1, 'Ada', 'ada@example.com', now())`, [
    userId,
  ]);
  await database.query(
    `INSERT INTO accounts (id, account_id, provider_id, user_id, password, updated_at)
     VALUES ($1::uuid, $1::text, 'credential', $1::uuid, 'none', now())`,
    [userId],
  );
  const { body } = await admin('reset-password', 'Ada@example.com');
  expect(body).toMatchObject({ email: 'ada@example.com', url: expect.stringContaining('/reset-password#') });
  const token = String(body.url).split('#')[1];
  const set = await ingress.request('POST', '/v1/password-resets/complete', {
    headers: { 'content-type': 'application/json' },
    body: { token, password: 'a long password of her own' },
  });
  expect(set.status).toBeLessThan(300);
  const { rows } = await database.query('SELECT email_verified FROM users WHERE id = $1', [userId]);
  expect(rows).toEqual([{ email_verified: false }]);
  expect((await admin('reset-password', 'nobody@example.com')).stderr).toContain("User 'nobody@example.com' not found");
});
