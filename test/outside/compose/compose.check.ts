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
/** Every session that was accepted, in all of the checks. */
const accepted: string[] = [];

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

/** A key of the first admin's organization. */
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

/** Posts one run and notes its session; what ingress cannot take while something restarts is posted again. */
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

const statusAtEnd = async (sessionId: string): Promise<string> => (await client.untilEnded(sessionId)).status;

async function allSucceed(): Promise<void> {
  const statuses = new Set<string>();
  for (let first = 0; first < accepted.length; first += 20)
    for (const status of await Promise.all(accepted.slice(first, first + 20).map(statusAtEnd))) statuses.add(status);
  assert.deepEqual([...statuses], ['SUCCEEDED']);
}

async function postWhileRestarting(service: string): Promise<void> {
  const state = { restarting: true };
  const restart = stack.composeBeside('restart', '--timeout', '20', service).finally(() => {
    state.restarting = false;
  });
  while (state.restarting) await postMany(5);
  await restart;
  await postMany(20);
  await allSucceed();
}

check(`everything comes up, with ${EXECUTORS} executors`, async () => {
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

check('taken down and brought up again, it has its data and goes on', async () => {
  stack.compose('down', '--timeout', '20');
  await up();
  const { status } = await client.call<{ status: string }>('GET', `/v1/sessions/${accepted[0]!}`);
  assert.equal(status, 'SUCCEEDED');
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
