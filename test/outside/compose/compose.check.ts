import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { createApiClient, freePort, transformWorkflow, waitFor, type ApiClient } from '@workflow/test-harness';
import { check } from '../check.ts';
import { composeStack, docker, inspect, type ComposeStack } from './docker.ts';

const START_WITHIN_MS = 480_000;
const EXECUTORS = 3;

let stack: ComposeStack;
let client: ApiClient;
let workflowId: string;
const workflow = transformWorkflow();
/** Every session that was accepted in all of the checks, and how many of them were seen to succeed. */
const accepted: string[] = [];
let succeeded = 0;

const up = async (): Promise<void> => {
  stack.compose('up', '-d', '--no-build', '--scale', `executor=${EXECUTORS}`);
  await waitFor(
    () =>
      stack.health('ingress').join() === 'healthy' &&
      stack.health('executor').filter((state) => state === 'healthy').length === EXECUTORS,
    { withinMs: START_WITHIN_MS, everyMs: 1_000, what: 'healthy services' },
  );
};

before(async () => {
  stack = composeStack(await freePort());
});

after(() => {
  stack.compose('down', '--volumes', '--timeout', '20');
});

/** Creates a key of the first admin's organization. */
async function makeKey(): Promise<string> {
  const origin = { origin: stack.baseUrl, 'content-type': 'application/json' };
  const signedIn = await fetch(`${stack.baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: origin,
    body: JSON.stringify(stack.admin),
  });
  assert.equal(signedIn.status, 200, await signedIn.clone().text());
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const made = await fetch(`${stack.baseUrl}/v1/organization/api-keys`, {
    method: 'POST',
    headers: { ...origin, cookie },
    body: JSON.stringify({ name: 'compose', scopes: ['run', 'read', 'manage'] }),
  });
  assert.equal(made.status, 201, await made.clone().text());
  return ((await made.json()) as { key: string }).key;
}

/** Posts one run and records its session. A request that ingress refuses while something restarts is posted again. */
async function post(amount: number): Promise<void> {
  const sessionId = await waitFor(
    async () => {
      const answer = await client.run(workflowId, workflow.startId, { name: 'a', amount });
      assert.ok([200, 500, 503].includes(answer.status), JSON.stringify(answer));
      return answer.status === 200 ? (answer.body['sessionId'] as string) : null;
    },
    { everyMs: 200, what: 'an accepted run' },
  );
  accepted.push(sessionId);
}

async function postMany(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - sent) }, (_, index) => post(sent + index)));
}

async function statusesAtEnd(sessionIds: string[]): Promise<string[]> {
  const ended = await Promise.all(sessionIds.map((id) => client.untilEnded(id)));
  return [...new Set(ended.map(({ status }) => status))];
}

/** Waits until all sessions since the last call have succeeded. */
async function allSucceed(): Promise<void> {
  while (succeeded < accepted.length) {
    const some = accepted.slice(succeeded, succeeded + 20);
    assert.deepEqual(await statusesAtEnd(some), ['SUCCEEDED']);
    succeeded += some.length;
  }
}

/** Returns the ids of all sessions that the service lists as succeeded. */
async function listSucceeded(): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { items: { id: string }[]; nextCursor: string | null } = await client.call(
      'GET',
      `/v1/sessions?status=SUCCEEDED&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    for (const { id } of page.items) ids.add(id);
    cursor = page.nextCursor;
  }
  return ids;
}

async function postWhileRestarting(service: string): Promise<void> {
  const state = { restarting: true };
  const restart = stack.composeInBackground('restart', '--timeout', '20', service).finally(() => {
    state.restarting = false;
  });
  while (state.restarting) await postMany(5);
  await restart;
  await postMany(20);
  await allSucceed();
}

check(`all services start, with ${EXECUTORS} executors`, async () => {
  await up();
  client = createApiClient(stack.baseUrl, await makeKey());
  workflowId = await client.publish('Doubles', workflow.definition);
});

check('no container of ours can write to its image', () => {
  for (const service of ['ingress', 'executor']) {
    const [id] = stack.compose('ps', '--quiet', service).split('\n');
    assert.equal(inspect(id!, '{{ .HostConfig.ReadonlyRootfs }}'), 'true');
    const written = docker('exec', id!, 'sh', '-c', 'touch /app/x 2>/dev/null && echo app; touch /tmp/x && echo tmp');
    assert.equal(written, 'tmp');
  }
});

check('the operator’s command in the image looks at the service', () => {
  const [ingress] = stack.compose('ps', '--quiet', 'ingress').split('\n');
  const admin = (...command: string[]): string => docker('exec', ingress!, 'admin', ...command);
  // It exits with 1 if a finding is not ok.
  const { ok } = JSON.parse(admin('doctor')) as { ok: boolean };
  assert.equal(ok, true);
  const migrations = JSON.parse(admin('migrate-status')) as { items: { state: string }[] };
  assert.deepEqual([...new Set(migrations.items.map(({ state }) => state))], ['applied']);
  assert.deepEqual((JSON.parse(admin('list-stuck')) as { items: unknown[] }).items, []);
  assert.match(admin('list-stuck', '--help'), /--minutes/);
});

check('runs are accepted and succeed', async () => {
  await postMany(200);
  await allSucceed();
});

for (const service of ['executor', 'redis', 'ingress', 'postgres'])
  check(`what is posted while ${service} restarts succeeds`, () => postWhileRestarting(service));

check('Sentinels of the profile watch Redis and its replica', async () => {
  const added = ['redis-replica', 'sentinel-1', 'sentinel-2', 'sentinel-3'];
  stack.compose('--profile', 'sentinel', 'up', '-d', '--no-build', '--no-recreate', ...added);
  const watched = (): string => {
    const command = ['redis-cli', '-p', '26379', 'sentinel', 'master', 'workflow'];
    const lines = stack.compose('exec', '-T', 'sentinel-1', ...command).split('\n');
    return ['num-slaves', 'num-other-sentinels'].map((name) => lines[lines.indexOf(name) + 1]).join();
  };
  await waitFor(() => watched() === '1,2', { withinMs: START_WITHIN_MS, everyMs: 1_000, what: 'three Sentinels' });
  stack.compose('--profile', 'sentinel', 'rm', '--stop', '--force', ...added);
});

check('after down and up, it has its data and continues', async () => {
  stack.compose('down', '--timeout', '20');
  await up();
  const stored = await listSucceeded();
  assert.deepEqual(
    accepted.filter((sessionId) => !stored.has(sessionId)),
    [],
  );
  await postMany(20);
  await allSucceed();
  process.stderr.write(`${accepted.length} of ${accepted.length} sessions succeeded\n`);
});

check('every line that the services wrote is JSON', () => {
  const lines = ['ingress', 'executor'].flatMap((service) =>
    stack.compose('logs', '--no-color', service).split('\n').slice(1),
  );
  assert.ok(lines.length > 10);
  // Each line begins with the container's name and a bar.
  const texts = lines.map((line) => line.replace(/^\S+\s+\| /, '').trim()).filter((text) => text !== '');
  assert.deepEqual(
    texts.filter((text) => !text.startsWith('{') && !text.includes('exited with code')),
    [],
  );
});
