import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ensureConsoleIsBuilt, freePort, waitFor } from '@workflow/test-harness';
import { paste, startLocally, type LocalStart } from './start-locally.ts';

const STARTS_WITHIN_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'workflow-start-'));
// When tests run as root, PostgreSQL runs under its own account, which must be able to enter the folder.
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');
const port = await freePort();
const running = new Set<LocalStart>();

function start(args: string[] = [], env: Record<string, string> = {}): LocalStart {
  const started = startLocally(args, { DATA_DIR: dataDir, PORT: String(port), ...env });
  running.add(started);
  return started;
}

/** Starts it in a way that is expected to fail. */
async function refused(
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const attempt = start(args, env);
  await waitFor(() => attempt.ended, { withinMs: STARTS_WITHIN_MS, what: 'the start to be refused' });
  return { code: await attempt.stop(), output: attempt.output() };
}

/** Returns the processes that use this data folder. */
function processesOf(path: string): string[] {
  return spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes(`${path}/`));
}

beforeAll(ensureConsoleIsBuilt);
afterEach(async () => {
  for (const one of running) await one.stop('SIGKILL');
  running.clear();
});
afterAll(() => {
  // Ends processes that a failed test left.
  for (const line of processesOf(dataDir)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

let apiKey = '';

test('the first start prints commands that work when pasted, with the key inside', async () => {
  const first = start();
  await first.untilReady();
  const [run, list, webhook, orders] = first.commands();
  expect(paste(run!)).toMatchObject({ status: 'SUCCEEDED', output: { greeting: 'Bonjour, Ada!' } });
  expect(paste(list!)).toMatchObject({ items: [{ status: 'SUCCEEDED', trigger: 'API' }] });
  const { sessionId } = paste(webhook!);
  expect(sessionId).toEqual(expect.any(String));
  await waitFor(() =>
    (paste(orders!)['items'] as { id: string; status: string }[]).some(
      ({ id, status }) => id === sessionId && status === 'SUCCEEDED',
    ),
  );
  apiKey = /x-api-key: (\S+)"/.exec(run!)![1]!;
  expect(await first.stop()).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
});

test('secrets are readable only by their owner', () => {
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a second start keeps the data and prints commands with $API_KEY', async () => {
  const second = start();
  await second.untilReady();
  expect(second.output()).not.toContain(apiKey);
  expect(paste(second.commands()[1]!, { API_KEY: apiKey })).toMatchObject({ items: [{ status: 'SUCCEEDED' }] });

  const { code, output } = await refused();
  expect(output).toMatch(new RegExp(`Another "pnpm start" \\(process ${second.pid}\\) uses the data folder`));
  expect(code).toBe(1);
  await second.stop();
});

test('a port in use is reported, with what to do', async () => {
  const taken = createServer().listen(0, '::');
  await once(taken, 'listening');
  const { port: takenPort } = taken.address() as { port: number };
  const { code, output } = await refused([], { PORT: String(takenPort) });
  taken.close();
  expect(output).toContain(`Another program uses port ${takenPort}.`);
  expect(output).toContain(`PORT=${takenPort + 1}`);
  expect(code).toBe(1);
});

test('a killed start does not prevent the next one', async () => {
  const killed = start();
  await killed.untilReady();
  await killed.stop('SIGKILL');
  expect(processesOf(dataDir).length).toBeGreaterThan(0);
  const next = start();
  await next.untilReady();
  expect(next.output()).toContain('stopping the PostgreSQL of an earlier start');
  expect(paste(next.commands()[1]!, { API_KEY: apiKey })).toMatchObject({ items: [{ status: 'SUCCEEDED' }] });
  expect(await next.stop('SIGTERM')).toBe(0);
});

test('a killed PostgreSQL restarts on its port, the terminal shows it, and the services continue', async () => {
  const started = start();
  await started.untilReady();
  const postmaster = processesOf(dataDir).find((line) => line.includes(' -D '))!;
  process.kill(Number.parseInt(postmaster, 10), 'SIGKILL');
  await waitFor(() => /postgres +│ is running again/.test(started.output()), { what: 'PostgreSQL to run again' });
  expect(started.output()).toMatch(/postgres +│ ended \(SIGKILL\), starts again in 0\.5 s/);
  const run = started.commands()[0]!;
  await waitFor(() => paste(run, { API_KEY: apiKey })['status'] === 'SUCCEEDED', { what: 'a run to succeed again' });
  expect(started.output()).not.toMatch(/(ingress|executor) +│ ended/);
  expect(await started.stop()).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
});

test('an incomplete data folder is reported, and --reset starts over', async () => {
  rmSync(join(dataDir, 'postgres/global/pg_control'));
  const { code, output } = await refused();
  expect(output).toContain('is incomplete: files are missing');
  expect(output).toContain('pnpm start --reset');
  expect(code).toBe(1);

  const again = start(['--reset']);
  await again.untilReady();
  expect(again.output()).toContain('removing the database and the secrets');
  expect(paste(again.commands()[0]!)).toMatchObject({ status: 'SUCCEEDED' });
  expect(paste(again.commands()[1]!.replace(/wfk_\w+/, apiKey))).toMatchObject({ httpStatus: 403 });
  await again.stop();
});

test('damaged secrets are not silently replaced', async () => {
  writeFileSync(join(dataDir, 'secrets.json'), '{');
  const { code, output } = await refused();
  expect(output).toContain('secrets.json is damaged');
  expect(code).toBe(1);
});

test('all invalid settings are named together', async () => {
  const { code, output } = await refused(['--rest'], { PORT: 'http', REDIS_URL: 'localhost' });
  expect(output).toMatch(/PORT must be an integer/);
  expect(output).toMatch(/REDIS_URL must be an absolute URL/);
  expect(output).toMatch(/--rest is not an argument/);
  expect(code).toBe(1);
});

test('a data folder that only root may enter works', async () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const inside = start([], { DATA_DIR: join(closed, 'data') });
  await inside.untilReady();
  expect(paste(inside.commands()[0]!)).toMatchObject({ status: 'SUCCEEDED' });
  await inside.stop();
  const elsewhere = /its data is in (\S+)/.exec(inside.output())?.[1];
  if (elsewhere !== undefined) rmSync(elsewhere, { recursive: true });
});
