import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DEMO_WORKFLOWS } from '@workflow/local-stack';
import { createApiClient, openSharedConsole, type ApiClient } from '@workflow/test-harness';
import { programsOf } from '../client/documented-programs.ts';
import { chain, component, input } from '../contract/contract-system.ts';
import { openRecorder, type Recorder } from './record.ts';

/**
 * The recordings of docs/clients.md equal the current output of the command line. `RECORDINGS=write` writes them again
 * in the order of the page.
 */
const DEMO = DEMO_WORKFLOWS.greet;
const DOCUMENT = join(import.meta.dirname, '../../docs/clients.md');

let folder: string;
let baseUrl: string;
let recorder: Recorder;
let cookie: string;
let api: ApiClient;

beforeAll(async () => {
  const shared = await openSharedConsole();
  ({ baseUrl } = shared);
  folder = mkdtempSync(join(tmpdir(), 'workflow-recorded-'));
  const headers = { 'content-type': 'application/json', origin: baseUrl };
  const signedIn = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify(shared.admin),
  });
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { key } = await asAdmin<{ key: string }>('/v1/organization/api-keys', {
    name: 'setup',
    scopes: ['run', 'read', 'manage'],
  });
  api = createApiClient(baseUrl, key);
  await api.publish(DEMO.name, DEMO.definition);
  await api.publish(
    'Order',
    chain(input('item'), component('fail', { code: 'NO_STOCK', message: 'There is no {{ item }} left' })),
  );
  recorder = openRecorder(folder, { HOME: folder, PATH: '', NO_COLOR: '1' }, baseUrl);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function asAdmin<Body>(path: string, body: object): Promise<Body> {
  const answer = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

const CODE = /[A-Z]{4}-[A-Z]{4}/;

async function record(): Promise<string[]> {
  const recordings: string[] = [];
  await recorder.run(`workflow login --url ${baseUrl} --browser --name laptop --scopes run,read,manage`, {
    until: (written) => written.includes('confirm the code'),
    act: async (written) => {
      const answer = { accepted: true, keyName: 'laptop', scopes: ['run', 'read', 'manage'] };
      await asAdmin(`/v1/device-sign-ins/${CODE.exec(written)![0]}/answer`, answer);
    },
  });
  recordings.push(recorder.take());
  await recorder.run('workflow run Greet name=Ada --follow');
  recordings.push(recorder.take());
  await recorder.runForOneLine('workflow sessions tail --filter workflow=Order --filter status=FAILED', startOrder);
  recordings.push(recorder.take());
  await recorder.run('workflow sync pull workflows');
  const file = join(folder, 'workflows/greet.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Hello, ', 'Good morning, '));
  rmSync(join(folder, 'workflows/order.yaml'));
  await recorder.run('workflow sync push workflows --publish --prune --dry-run');
  recordings.push(recorder.take());
  await recorder.run('workflow run Greet name=Ada age=36');
  recorder.showExitCode();
  recordings.push(recorder.take());
  return recordings;
}

async function startOrder(): Promise<void> {
  const { items } = await api.call<{ items: { id: string; triggers: { componentId: string }[] }[] }>(
    'GET',
    '/v1/startable-workflows?name=Order',
  );
  await api.run(items[0]!.id, items[0]!.triggers[0]!.componentId, { item: 'tea' });
}

test('the recordings of clients.md are what the command line writes', async () => {
  const recordings = await record();
  if (process.env['RECORDINGS'] === 'write') {
    const rest = [...recordings];
    const text = readFileSync(DOCUMENT, 'utf8');
    writeFileSync(
      DOCUMENT,
      text.replaceAll(/^```console\n[^]*?^```$/gm, () => `\`\`\`console\n${rest.shift() ?? ''}\n\`\`\``),
    );
  }
  expect(programsOf('clients.md', 'console').map((text) => text.trimEnd())).toEqual(recordings);
});
