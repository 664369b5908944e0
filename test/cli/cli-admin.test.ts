import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { chain, component, input, output } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { openCliLab, type CliLab } from './cli-lab.ts';

const system = useContractSystem();
let lab: CliLab;

beforeAll(async () => {
  lab = openCliLab({ WORKFLOW_URL: system.api.baseUrl, WORKFLOW_API_KEY: system.api.apiKey });
});
afterAll(() => lab?.remove());

test('in a pipeline login stores the key of the environment', async () => {
  const { url, keyName } = await lab.json(['login', '--profile', 'stored']);
  expect(url).toBe(system.api.baseUrl);
  const alone = { WORKFLOW_URL: '', WORKFLOW_API_KEY: '' };
  expect(await lab.json(['whoami'], { env: alone })).toMatchObject({ keyName, keyFrom: 'profile stored' });
  await lab.json(['logout', '--profile', 'stored']);
});

test('keys are made, listed without their values, and ended', async () => {
  const made = await lab.json(['keys', 'create', 'Billing', '--scopes', 'run', '--per-minute', '60']);
  expect(made).toMatchObject({ name: 'Billing', scopes: ['run'], rateLimit: { perMinute: 60 } });
  const list = await lab.run(['keys']);
  expect(list.stdout).toContain('Billing');
  expect(list.stdout).not.toContain(made.key);
  expect((await lab.run(['keys', 'create', 'x', '--scopes', 'everything'])).code).toBe(2);
  const refused = await lab.run(['keys'], { env: { WORKFLOW_API_KEY: made.key } });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("scope 'manage'") });
  await lab.json(['keys', 'delete', made.id]);
  expect((await lab.run(['run', 'x'], { env: { WORKFLOW_API_KEY: made.key } })).code).not.toBe(0);
});

test('a key that is bound to workflows knows no others', async () => {
  for (const name of ['Known', 'Other']) await system.api.publish(name, chain(input('name'), output('{{ name }}')));
  const { id } = await lab
    .json(['workflows', 'list'])
    .then((all: { id: string; name: string }[]) => all.find((one) => one.name === 'Known')!);
  const made = await lab.json(['keys', 'create', 'Partner', '--workflow', 'Known']);
  expect(made.workflowIds).toEqual([id]);
  const env = { WORKFLOW_API_KEY: made.key };
  expect((await lab.run(['run', 'Known', 'name=Ada'], { env })).code).toBe(0);
  expect((await lab.run(['run', 'Other', 'name=Ada'], { env })).code).toBe(1);
});

test('secrets and credentials are read from standard input', async () => {
  expect(await lab.json(['secrets', 'set', 'CRM'], { input: 'a secret value\n' })).toMatchObject({ name: 'CRM' });
  expect((await lab.run(['secrets', 'list'])).stdout).toMatch(/^CRM/m);
  expect(await lab.run(['secrets', 'set', 'EMPTY'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('empty'),
  });
  const content = { name: 'Mail', type: 'http-bearer', token: 'never-shown', hosts: ['example.com'] };
  const { id } = await lab.json(['credentials', 'create'], { input: JSON.stringify(content) });
  const list = await lab.run(['credentials']);
  expect(list.stdout).toContain('Mail');
  expect(list.stdout).not.toContain('never-shown');
  await lab.json(['credentials', 'set', id], { input: JSON.stringify({ ...content, name: 'Post' }) });
  expect((await lab.json(['credentials', 'list']))[0].name).toBe('Post');
  await lab.json(['credentials', 'delete', id]);
  await lab.json(['secrets', 'delete', 'CRM']);
  expect(await lab.json(['secrets'])).toEqual([]);
});

test('what a webhook receives is forwarded with the sender’s headers and body', async () => {
  const hook = component('webhook', {}, { output: 'request' });
  const id = await system.api.publish('Hooked', chain(hook, output('done')));
  const { token } = await lab.json(['tokens', 'create', 'Hooked']);
  const received: { headers: Record<string, unknown>; body: string; url: string | undefined }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body, url: request.url });
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listen = lab.start([
    'listen',
    'Hooked',
    '--to',
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
  ]);
  try {
    const body = '{ "order":  1.50 }';
    await waitFor(
      async () => {
        await fetch(`${system.api.baseUrl}/webhook/${id}?a=1`, {
          method: 'POST',
          headers: { token, 'content-type': 'application/json', 'x-signature': 'abc' },
          body,
        });
        return received.length > 0 || null;
      },
      { what: 'a delivery', everyMs: 300 },
    );
    expect(received[0]).toMatchObject({ body, url: '/hooks?a=1', headers: { 'x-signature': 'abc' } });
    expect(JSON.stringify(received)).not.toContain(token);
  } finally {
    await listen.stop();
    server.close();
  }
  await lab.json(['tokens', 'delete', 'Hooked']);
});

test('an invalid URL to forward to is refused immediately', async () => {
  expect(await lab.run(['listen', 'Hooked', '--to', 'localhost:8080'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--to must be an address'),
  });
});

test('types are the same bytes for the same workflows, with remarks, and read by dotted keys', async () => {
  await system.api.publish(
    'Typed',
    chain(
      input(
        { key: 'name', type: 'TEXT' },
        { key: 'since', type: 'DATE_TIME', optional: true },
        { key: 'pin', type: 'NUMBER', sensitive: true },
        {
          key: 'customer',
          type: 'OBJECT',
          fields: [
            { key: 'email', type: 'TEXT' },
            { key: 'vip', type: 'BOOLEAN', optional: true },
          ],
        },
        { key: 'lines', type: 'LIST', items: { type: 'OBJECT', fields: [{ key: 'price', type: 'NUMBER' }] } },
        { key: 'paper', type: 'FILE', optional: true },
      ),
      output('x'),
    ),
  );
  await lab.json(['types', '--out', 'workflows.d.ts']);
  const first = readFileSync(join(lab.folder, 'workflows.d.ts'), 'utf8');
  await lab.json(['types', '--out', 'workflows.d.ts']);
  expect(readFileSync(join(lab.folder, 'workflows.d.ts'), 'utf8')).toBe(first);
  for (const line of [
    '"name": string;',
    '"since"?: string;',
    '"customer.email": string;',
    '"customer.vip"?: boolean;',
    '"price": number;',
    `"paper"?: import('@workflow/client').StoredFile | string;`,
  ])
    expect(first).toContain(line);
  expect(first).toMatch(/Sensitive.*\n +"pin": number;/);
  expect(first).toMatch(/ISO-8601.*\n +"since"/);
  expect((await lab.run(['types'])).code).toBe(2);
});

test('the doctor reports what is wrong', async () => {
  expect(await lab.json(['doctor'])).toMatchObject({ ok: true });
  const nobody = await lab.run(['doctor', '--url', 'http://127.0.0.1:9']);
  expect(nobody).toMatchObject({ code: 1, stdout: expect.stringMatching(/^wrong +address/m) });
  const unknown = await lab.run(['doctor', '--profile', 'nobody']);
  expect(unknown).toMatchObject({ code: 1, stdout: expect.stringContaining("Profile 'nobody' not found") });
  const key = await lab.run(['doctor'], { env: { WORKFLOW_API_KEY: 'wrong' } });
  expect(key).toMatchObject({ code: 3, stdout: expect.stringMatching(/^wrong +key/m) });
  expect(await lab.json(['components'])).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'input' })]));
  expect((await lab.run(['components', 'delay'])).stdout).toContain('elay');
});

test('completions name commands and their options', async () => {
  const script = (await lab.run(['completion', 'bash'])).stdout;
  writeFileSync(join(lab.folder, 'completion.bash'), script);
  const complete = (...words: string[]): string[] => {
    const typed = `COMP_WORDS=(workflow ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`;
    const program = `source completion.bash; ${typed}; _workflow; echo "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', program], { cwd: lab.folder, encoding: 'utf8' }).stdout.trim().split(' ');
  };
  expect(complete('sess')).toEqual(['sessions']);
  expect(complete('sessions', 'ca')).toEqual(['cancel']);
  expect(complete('sync', 'push', '--pru')).toEqual(['--prune']);
  expect(complete('completion', 'z')).toEqual(['zsh']);
  expect((await lab.run(['completion', 'fish'])).stdout).toContain("__workflow_at 'sync push'");
  expect((await lab.run(['completion', 'zsh'])).stdout).toMatch(/^#compdef workflow/);
  expect((await lab.run(['completion', 'csh'])).code).toBe(2);
});
