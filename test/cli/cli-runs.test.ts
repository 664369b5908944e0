import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { chain, component, input, output, UUID } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { openCliLab, type CliLab } from './cli-lab.ts';

const system = useContractSystem();
let lab: CliLab;

beforeAll(async () => {
  lab = openCliLab();
  const fields = [
    { key: 'name', type: 'TEXT' },
    { key: 'times', type: 'NUMBER', optional: true },
    { key: 'loud', type: 'BOOLEAN', optional: true },
    { key: 'tags', type: 'LIST', optional: true },
  ];
  await system.api.publish('Greeting', chain(input(...fields), output('Hello {{ name }}')));
  await system.api.publish(
    'Waiting',
    chain(input('name'), component('delay', { seconds: 600 }), output('Hello {{ name }}')),
  );
  await system.api.publish(
    'Failing',
    chain(input('a'), component('fail', { code: 'NO_STOCK', message: 'There is none' })),
  );
});
afterAll(() => lab?.remove());

test('without a key every command that needs one ends with 3, and a missing address or argument with 2', async () => {
  for (const args of [['whoami'], ['sessions', 'list'], ['run', 'Greeting'], ['sync', 'push']])
    expect([args, await lab.run(args)]).toEqual([args, expect.objectContaining({ code: 3, stdout: '' })]);
  expect(await lab.run(['login'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--url') });
  expect(await lab.run(['run'])).toMatchObject({ code: 2, stderr: expect.stringContaining("'workflow'") });
  expect(await lab.run(['nothing'])).toMatchObject({ code: 2 });
  expect(await lab.run(['whoami'], { env: { WORKFLOW_API_KEY: 'x' } })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('WORKFLOW_URL'),
  });
  for (const args of [
    ['whoami', '--key', 'x'],
    ['login', '--key', 'x'],
  ])
    expect(await lab.run(['--url', 'localhost:3000', ...args])).toMatchObject({
      code: 2,
      stderr: "error: The address in --url must begin with http:// or https://, not 'localhost:3000'\n",
    });
  expect((await lab.run(['--help'])).code).toBe(0);
});

test('a key is checked before it is stored, stored for its owner alone, and never printed', async () => {
  const { baseUrl, apiKey } = system.api;
  const refused = await lab.run(['login', '--url', baseUrl, '--key', 'wrong']);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(/errorId [0-9a-f-]{36}/);
  expect((await lab.json(['profiles'])).length).toBe(0);
  const written = [
    await lab.run(['login', '--url', baseUrl, '--key', '-'], { input: `${apiKey}\n` }),
    await lab.run(['login', '--url', baseUrl, '--key', apiKey, '--profile', 'second']),
    await lab.run(['whoami']),
    await lab.run(['profiles']),
    await lab.run(['--json', 'profiles', 'list']),
  ];
  for (const { code, stdout, stderr } of written) {
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain(apiKey);
  }
  const file = join(lab.folder, 'config/workflow/profiles.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await lab.json(['whoami'])).toMatchObject({
    url: baseUrl,
    keyFrom: 'profile second',
    scopes: ['run', 'read', 'manage'],
  });
  await lab.json(['profiles', 'use', 'default']);
  expect((await lab.json(['whoami'])).keyFrom).toBe('profile default');
  await lab.json(['--profile', 'second', 'logout']);
  expect(await lab.json(['profiles'])).toEqual([expect.objectContaining({ name: 'default', current: true })]);
  expect((await lab.run(['--profile', 'second', 'whoami'])).code).toBe(2);
});

test('an empty variable is not set, and a key that cannot be one is refused without being written', async () => {
  const { baseUrl, apiKey } = system.api;
  const empty = { WORKFLOW_PROFILE: '', WORKFLOW_URL: '', WORKFLOW_API_KEY: '' };
  expect((await lab.json(['whoami'], { env: empty })).keyFrom).toBe('profile default');
  expect((await lab.run(['login', '--profile', 'third', '--key', 'x'], { env: empty })).stderr).toContain('--url');
  for (const key of ['two\nlines', '注文', ''])
    for (const command of [
      ['login', '--key', '-'],
      ['login', '--key', key],
      ['whoami', '--key', key || '注文'],
    ]) {
      const refused = await lab.run(['--url', baseUrl, ...command], { input: key });
      expect([command, refused.code, refused.stdout]).toEqual([command, 2, '']);
      expect(refused.stderr).not.toMatch(/two|lines|注文/);
    }
  // Names of properties that every object has are not profiles.
  expect((await lab.run(['--profile', 'constructor', 'whoami'])).code).toBe(2);
  await lab.json(['--profile', '__proto__', 'login', '--url', baseUrl, '--key', `${apiKey} `]);
  expect((await lab.json(['whoami'])).keyFrom).toBe('profile __proto__');
  await lab.json(['logout']);
  expect((await lab.json(['whoami'])).keyFrom).toBe('profile default');
});

test('the key of the environment works on every command, overrides the profile, and is named', async () => {
  const env = { WORKFLOW_URL: system.api.baseUrl, WORKFLOW_API_KEY: system.api.apiKey };
  expect(await lab.json(['whoami'], { env })).toMatchObject({ keyFrom: 'WORKFLOW_API_KEY', urlFrom: 'WORKFLOW_URL' });
  const bad = await lab.run(['sessions', 'list'], { env: { ...env, WORKFLOW_API_KEY: 'wrong' } });
  expect(bad).toMatchObject({ code: 3, stdout: '' });
  expect(bad.stderr).not.toContain('wrong');
});

test('a run starts with values as pairs, of the types that its placeholders have, or as JSON', async () => {
  const started = await lab.json(['run', 'Greeting', 'name=Ada', 'times=3', 'loud=true', 'tags=a,b']);
  expect(started).toEqual({
    workflowId: expect.stringMatching(UUID),
    componentId: expect.stringMatching(UUID),
    placeholderValues: { name: 'Ada', times: 3, loud: true, tags: ['a', 'b'] },
    sessionId: expect.stringMatching(UUID),
  });
  expect((await lab.run(['run', 'Greeting', 'name=Ada'])).stdout.trim()).toMatch(UUID);
  writeFileSync(join(lab.folder, 'values.json'), '{ "name": "Grace", "times": 1 }');
  const fromFile = await lab.json(['run', 'Greeting', '-d', '@values.json', 'times=2']);
  expect(fromFile.placeholderValues).toEqual({ name: 'Grace', times: 2 });
  expect((await lab.json(['run', 'Greeting', '-d', '-'], { input: '{"name":"Edsger"}' })).placeholderValues).toEqual({
    name: 'Edsger',
  });
  expect(await lab.run(['run', 'Greeting', 'times=many'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('times'),
  });
  expect(await lab.run(['run', 'Greeting', 'nobody'])).toMatchObject({ code: 2 });
  expect(await lab.run(['run', 'Greeting', '-d', '[]'])).toMatchObject({ code: 2 });
  const refused = await lab.run(['--json', 'run', 'Greeting', 'nobody=1']);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout).error).toMatchObject({ httpStatus: 400, errorId: expect.stringMatching(UUID) });
});

test('-d takes JSON and key=value, several times, and later values win', async () => {
  const { placeholderValues } = await lab.json([
    ...['run', 'Greeting', '-d', '{"name":"Ada","times":1}', '-d', 'times=2', '-d', 'tags=["a=b"]', 'loud=true'],
  ]);
  expect(placeholderValues).toEqual({ name: 'Ada', times: 2, tags: ['a=b'], loud: true });
});

test('with --json help, the version and a missing command are one value as well', async () => {
  expect(await lab.json(['--version'])).toBe('0.1.0');
  expect(await lab.json(['run', '--help'])).toMatch(/^Usage: workflow run /);
  const { code, stdout } = await lab.run(['--json']);
  expect([code, JSON.parse(stdout).error.message]).toEqual([
    2,
    'The command is missing; `workflow --help` lists all commands',
  ]);
});

test('--wait and --follow end as the session does', async () => {
  const waited = await lab.run(['run', 'Greeting', 'name=Ada', '--wait']);
  expect(waited).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello Ada') });
  const failed = await lab.run(['run', 'Failing', 'a=x', '--wait']);
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('NO_STOCK: There is none') });
  const followed = await lab.run(['run', 'Greeting', 'name=Ada', '--follow', '--json']);
  expect(JSON.parse(followed.stdout)).toMatchObject({ status: 'SUCCEEDED', output: 'Hello Ada' });
  expect(followed.stderr.match(/^SUCCEEDED/gm)).toHaveLength(2);
  const steps = await lab.run(['run', 'Failing', 'a=x', '--follow']);
  expect(steps.code).toBe(1);
  expect(steps.stdout).toMatch(/^FAILED .*fail.*NO_STOCK/m);
});

test('options of every command stand before or after it, and the version is asked of the program alone', async () => {
  for (const args of [
    ['--json', 'sessions', 'list'],
    ['sessions', '--json', 'list'],
    ['sessions', 'list', '--json'],
  ])
    expect(Array.isArray(JSON.parse((await lab.run(args)).stdout))).toBe(true);
  expect((await lab.run(['--version'])).stdout).toBe('0.1.0\n');
  expect(await lab.run(['sessions', 'list', '--version'])).toMatchObject({ code: 2, stdout: '' });
});

test('a filter takes what the API takes, such as a label', async () => {
  const definition = { ...chain(input('n'), output('x')), label: '"Order " & n' };
  await system.api.publish('Labelled', definition);
  for (const n of ['1', '2']) await lab.json(['run', 'Labelled', `n=${n}`, '--wait']);
  const found = await lab.json(['sessions', 'list', '--filter', 'label=Order 2']);
  expect(found.map(({ label }: { label: string }) => label)).toEqual(['Order 2']);
});

test('sessions are listed, shown, retried and cancelled, one by one or by a filter', async () => {
  const failed = await lab.json(['sessions', 'list', '--filter', 'workflow=Failing', '--filter', 'status=failed']);
  expect(failed.length).toBeGreaterThan(0);
  const { id } = failed[0];
  expect(await lab.json(['sessions', 'show', id])).toMatchObject({
    id,
    steps: [{ status: 'SUCCEEDED' }, { status: 'FAILED' }],
  });
  expect((await lab.run(['sessions', 'list'])).stdout).toMatch(/^ID +STATUS/);
  expect(await lab.json(['sessions', 'retry', id, '--from', 'start'])).toMatchObject({ changed: [{ id, run: 2 }] });
  const again = await lab.run(['sessions', 'tail', id]);
  expect(again).toMatchObject({ code: 1, stdout: expect.stringContaining('NO_STOCK') });
  const filter = ['--filter', 'workflow=Failing', '--filter', 'status=FAILED'];
  const counted = await lab.json(['sessions', 'retry', ...filter, '--dry-run']);
  expect(counted).toEqual({ action: 'retry', matched: failed.length, dryRun: true });
  expect(await lab.json(['sessions', 'retry', ...filter])).toMatchObject({ status: 'DONE', done: failed.length });
  expect(await lab.run(['sessions', 'cancel', id])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/errorId/),
  });
  expect((await lab.run(['sessions', 'cancel'])).code).toBe(2);
  expect((await lab.run(['sessions', 'cancel', '--filter', 'nobody=1'])).code).toBe(2);
  expect((await lab.run(['sessions', 'cancel', id, '--dry-run'])).code).toBe(2);
});

test('a key with the scopes run and read names workflows in filters and in listen', async () => {
  const { baseUrl } = system.api;
  const { key } = await system.api.call<{ key: string }>('POST', '/v1/organization/api-keys', {
    name: 'Reader',
    scopes: ['run', 'read'],
  });
  const reader = openCliLab({ WORKFLOW_URL: baseUrl, WORKFLOW_API_KEY: key });
  try {
    const { workflowId } = await reader.json(['run', 'Greeting', 'name=Ada', '--wait']);
    for (const filter of ['workflow=Greeting', `workflow=${workflowId}`]) {
      const found = await reader.json(['sessions', 'list', '--filter', filter]);
      expect(new Set(found.map((session: { workflowId: string }) => session.workflowId))).toEqual(
        new Set([workflowId]),
      );
    }
    expect(await reader.run(['sessions', 'list', '--filter', 'workflow=Nothing'])).toMatchObject({
      code: 1,
      stderr: "error: No workflow is called 'Nothing'\n",
    });
    const listen = reader.start(['listen', 'Greeting', '--to', 'http://localhost:9']);
    await waitFor(() => listen.lines[0] ?? null, { what: 'its first line' });
    expect((await listen.stop()).stderr).toContain('Forwarding deliveries of Greeting');
  } finally {
    reader.remove();
  }
});

test('tail without an id shows sessions as they change, until it is ended', async () => {
  const tail = lab.start(['sessions', 'tail', '--filter', 'workflow=Greeting']);
  const seen = await waitFor(
    async () => {
      await lab.run(['run', 'Greeting', 'name=Ada']);
      return tail.lines.some((line) => line.includes('SUCCEEDED')) || null;
    },
    { what: 'a line' },
  );
  expect(seen).toBe(true);
  // Only stop() ends this command.
  expect(await tail.stop()).toMatchObject({ code: 0, stderr: '' });
});

test('with --json a tail writes a value a line, and nothing else when it is ended', async () => {
  const tail = lab.start(['sessions', 'tail', '--filter', 'workflow=Greeting', '--json']);
  await waitFor(
    async () => {
      await lab.run(['run', 'Greeting', 'name=Ada']);
      return tail.lines.length > 0 || null;
    },
    { what: 'a line' },
  );
  const { code, stdout } = await tail.stop();
  expect(code).toBe(0);
  for (const line of stdout.trim().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ id: expect.stringMatching(UUID) });
});

test('a command that is interrupted reports it as JSON and fails', async () => {
  const { sessionId } = await lab.json(['run', 'Waiting', 'name=Ada']);
  const tail = lab.start(['sessions', 'tail', sessionId, '--json']);
  await waitFor(() => tail.lines.length > 0 || null, { what: 'its first step' });
  const { code, stdout } = await tail.stop();
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    { error: { message: 'Interrupted', errorId: null, httpStatus: null } },
  ]);
  await lab.json(['sessions', 'cancel', sessionId]);
});

test('a reader that goes away early ends the program without a word', async () => {
  const program = `"$0" --no-warnings "$1" components --json | head -c 1; echo "\${PIPESTATUS[0]}"`;
  const main = join(import.meta.dirname, '../../packages/cli/src/main.ts');
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', program, process.execPath, main], {
    env: lab.env,
  });
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^\[[01]\n$/), '']);
});

test('a run starts later, expires or is started now', async () => {
  const { sessionId } = await lab.json(['run', 'Greeting', 'name=Ada', '--after', '86400', '--expire-after', '60']);
  const shown = await lab.json(['sessions', 'show', sessionId]);
  expect(shown).toMatchObject({ status: 'QUEUED', waitingFor: 'delay' });
  expect(Date.parse(shown.expiresAt) - Date.parse(shown.startsAt)).toBe(60_000);
  const listed = await lab.json(['sessions', 'list', '--filter', 'waitingFor=delay']);
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([sessionId]);
  await lab.json(['sessions', 'start', sessionId]);
  expect(await lab.run(['sessions', 'tail', sessionId])).toMatchObject({ code: 0 });
  expect((await lab.run(['sessions', 'start', sessionId])).code).toBe(1);
  const at = await lab.json(['run', 'Greeting', 'name=Ada', '--at', '2020-01-01', '--wait']);
  expect(at).toMatchObject({ status: 'SUCCEEDED' });
  expect(await lab.run(['run', 'Greeting', 'name=Ada', '--after', 'soon'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("'soon' must be a whole number of seconds"),
  });
});
