import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '@workflow/client';
import { freePort } from '@workflow/local-stack';
import { waitFor } from '@workflow/test-harness';
import { chain, component, input, output } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { examplesOf } from './examples.ts';
import { installPacked, type PackedFolder } from './install-packed.ts';

/** Runs every example of the client's doc comments with the packed client. */

const runFile = promisify(execFile);
const SOURCES = join(import.meta.dirname, '../../packages/client/src');
const EXAMPLES = globSync('**/*.ts', { cwd: SOURCES })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => examplesOf(readFileSync(join(SOURCES, file), 'utf8')));
const PREAMBLE = `import { createClient } from '@workflow/client';
const client = createClient({ baseUrl: process.env.WORKFLOW_URL, apiKey: process.env.WORKFLOW_API_KEY });
`;
const SERVERS = new Set(['verifyWebhook']);

const system = useContractSystem();
let folder: PackedFolder;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await installPacked('client');
  env = { WORKFLOW_URL: system.api.baseUrl, WORKFLOW_API_KEY: system.api.apiKey };
  await system.api.publish('Greet', chain(input('name'), output('Hello {{ name }}')));
  await system.api.publish('Failing', chain(input('a'), component('fail', { code: 'NO', message: 'no' })));
  const client = createClient({ baseUrl: system.api.baseUrl, apiKey: system.api.apiKey });
  await client.runAndWait('Failing', {});
});
afterAll(() => folder?.remove());

test('every public function has an example', () => {
  const client = createClient({ baseUrl: 'http://localhost' });
  const { sessions, workflows, files, ...others } = client;
  const functions = [sessions, workflows, files, others].flatMap((part) => Object.keys(part));
  const shown = EXAMPLES.map(({ name }) => name).sort();
  expect(shown).toEqual([...functions, 'createClient', 'unwrap', 'verifyWebhook'].sort());
});

test.each(
  EXAMPLES.filter(({ name }) => !SERVERS.has(name)).map(({ name, program }, at) => [name, at, program] as const),
)('the example of %s (%i) runs', async (name, at, program) => {
  const file = join(folder.path, `example-${at}.js`);
  writeFileSync(file, program.includes('createClient(') ? program : PREAMBLE + program);
  const { stdout, stderr } = await runFile(process.execPath, [file], { env });
  expect([name, stderr]).toEqual([name, '']);
  expect(stdout).not.toContain('undefined');
});

test('the example of verifyWebhook distinguishes deliveries of the service from others', async () => {
  const { program } = EXAMPLES.find(({ name }) => name === 'verifyWebhook')!;
  const port = await freePort();
  const file = join(folder.path, 'receiver.js');
  writeFileSync(file, program.replace('8080', String(port)));
  const key = Buffer.from('a secret of 24 bytes....');
  const server = spawn(process.execPath, [file], {
    env: { WEBHOOK_SECRET: `whsec_${key.toString('base64')}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const body = '{"type":"session.failed","timestamp":"2026-01-01T00:00:00Z","data":{"id":"1"}}';
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = `v1,${createHmac('sha256', key).update(`m.${timestamp}.${body}`).digest('base64')}`;
    const headers = { 'webhook-id': 'm', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    const send = (text: string) => fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: text, headers });
    const { status } = await waitFor(() => send(body), { what: 'the receiver' });
    expect(status).toBe(204);
    expect((await send(`${body} `)).status).toBe(400);
  } finally {
    server.kill();
  }
});
