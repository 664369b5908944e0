import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { startHostileProxy } from '../client/hostile-proxy.ts';
import { chain, component, input, output } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { openCliLab, type CliLab } from './cli-lab.ts';

const system = useContractSystem();
let lab: CliLab;

beforeAll(async () => {
  lab = openCliLab({ WORKFLOW_URL: system.api.baseUrl, WORKFLOW_API_KEY: system.api.apiKey });
  await system.api.publish('Greeting', chain(input('name'), output('Hello {{ name }}')));
  await system.api.publish('Waiting', chain(input('name'), component('delay', { seconds: 600 }), output('late')));
});
afterAll(() => lab?.remove());

test('--wait waits in the request that starts the run, and gets the end immediately', async () => {
  const proxy = await startHostileProxy(system.api.baseUrl, () => ({ kind: 'pass' }));
  try {
    const env = { WORKFLOW_URL: proxy.url, WORKFLOW_API_KEY: system.api.apiKey };
    expect((await lab.json(['run', 'Greeting', 'name=Ada', '--wait'], { env })).output).toBe('Hello Ada');
    const waits = proxy.seen.map(({ method, headers }) => [method, headers['prefer']]);
    expect(waits.slice(-2)).toEqual([
      ['POST', 'wait=60'],
      ['GET', undefined],
    ]);
  } finally {
    await proxy.stop();
  }
});

test.each(['--wait', '--follow'])('Ctrl-C ends the wait of %s, and reports that the session continues', async (how) => {
  const waiting = lab.start(['run', 'Waiting', 'name=Ada', how]);
  const filter = ['--filter', 'workflow=Waiting', '--filter', 'status=WAITING'];
  const [{ id }] = await waitFor(
    async () => {
      const found = await lab.json(['sessions', 'list', ...filter]);
      return found.length > 0 ? found : null;
    },
    { what: 'the run to wait' },
  );
  const { code, stderr } = await waiting.stop();
  expect([code, stderr]).toEqual([1, expect.stringContaining('continues; `workflow sessions list` shows it')]);
  expect((await lab.json(['sessions', 'show', id])).status).toBe('WAITING');
  await lab.json(['sessions', 'cancel', id]);
});

test('a session is retried on the version that it ran or on the latest, one by one or by a filter', async () => {
  const start = input('a');
  const failing = component('fail', { code: 'NO', message: 'no' });
  const id = await system.api.publish('Mended', chain(start, failing));
  for (const run of ['1', '2']) await lab.run(['run', 'Mended', `a=${run}`, '--wait']);
  const mended = { ...failing, type: 'output', config: { value: 'done' } };
  const { headers } = await system.api.request('GET', `/v1/workflows/${id}`);
  const draft = { name: 'Mended', ...chain(start, mended) };
  await system.api.request('PUT', `/v1/workflows/${id}`, draft, { 'if-match': headers.get('etag') ?? '' });
  await lab.json(['workflows', 'publish', 'Mended']);
  const filter = ['--filter', 'workflow=Mended'];
  const [{ id: one }] = await lab.json(['sessions', 'list', ...filter]);
  await lab.json(['sessions', 'retry', one]);
  expect((await lab.run(['sessions', 'tail', one])).code).toBe(1);
  await lab.json(['sessions', 'retry', one, '--version', 'latest', '--from', 'start']);
  expect((await lab.run(['sessions', 'tail', one])).stdout).toContain('done');
  const bulk = ['sessions', 'retry', ...filter, '--filter', 'status=FAILED', '--version', 'latest', '--from', 'start'];
  expect(await lab.json(bulk)).toMatchObject({ status: 'DONE', done: 1, failed: 0 });
  await waitFor(
    async () => {
      const found = await lab.json(['sessions', 'list', ...filter, '--filter', 'status=SUCCEEDED']);
      return found.length === 2 || null;
    },
    { what: 'both to succeed' },
  );
  expect((await lab.run(['sessions', 'retry', one, '--version', 'newest'])).code).toBe(2);
});
