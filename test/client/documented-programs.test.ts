import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DEMO_WORKFLOWS } from '@workflow/local-stack';
import { describeWithProgram, freePort } from '@workflow/test-harness';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { programsOf } from './documented-programs.ts';
import { installPacked, type PackedFolder } from './install-packed.ts';

/** Runs the programs of docs/api.md and docs/clients.md unchanged. */

const runFile = promisify(execFile);
const DEMO = DEMO_WORKFLOWS.greet;
const CLI = join(import.meta.dirname, '../../packages/cli/src/main.ts');

const system = useContractSystem();
let folder: PackedFolder;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await installPacked('client');
  const workflow = join(folder.path, 'workflow');
  writeFileSync(workflow, `#!/bin/sh\nexec '${process.execPath}' --no-warnings '${CLI}' "$@"\n`);
  chmodSync(workflow, 0o755);
  env = {
    PATH: `${folder.path}:${process.env['PATH'] ?? ''}`,
    HOME: folder.path,
    WORKFLOW_URL: system.api.baseUrl,
    WORKFLOW_API_KEY: system.api.apiKey,
    COUNT: '3000',
  };
  // The programs name the workflow of the demo, so that they run after `pnpm start`.
  await system.api.publish(DEMO.name, DEMO.definition);
});
afterAll(() => folder?.remove());

const inShell = async (program: string): Promise<string> =>
  (await runFile('bash', ['-euo', 'pipefail', '-c', program], { env, cwd: folder.path })).stdout;

test('the commands of the reference run one after the other and print the documented answers', async () => {
  const programs = programsOf('api.md', 'sh');
  expect(programs).toHaveLength(11);
  const answers = (await inShell(programs.map((program) => `${program}\nprintf '\\n----\\n'`).join('\n')))
    .split('\n----\n')
    .map((answer) => answer.trim());
  expect(answers.join('\n')).not.toContain('"errorId"');
  const [caller, started, waited, twice, later, batch, outputs, events, failures, page, documented] = answers;
  expect(JSON.parse(caller!)).toMatchObject({ kind: 'api-key' });
  expect(JSON.parse(started!)).toMatchObject({ placeholderValues: { name: 'Ada' } });
  expect(JSON.parse(waited!)).toMatchObject({ status: 'SUCCEEDED', output: { greeting: 'Hello, Ada!' } });
  const [first, second] = twice!.split('}{');
  expect(`{${second!}`).toBe(`${first!}}`);
  expect(JSON.parse(later!)).toMatchObject({ sessionId: expect.any(String) });
  expect(batch!.split('\n').map((line) => JSON.parse(line).httpStatus)).toEqual([200, 200, 200]);
  expect(JSON.parse(outputs!.split('\n').at(-1)!)).toEqual([expect.any(String), { greeting: 'Hello, Ada!' }]);
  expect(events).toMatch(/^event: session$/m);
  expect(JSON.parse(failures!)).toEqual({ items: [], nextCursor: null });
  expect(JSON.parse(page!).items).toHaveLength(2);
  expect(documented).toBe('304');
});

test('the programs of clients.md run', async () => {
  const [greeting, batch, results] = programsOf('clients.md', 'js');
  for (const [program, answer] of [
    [greeting, /^\{ greeting: 'Hello, Ada!' \}$/m],
    [batch, /^3000 sessions, 0 refused, \d+ a second$/m],
    [results, /^(?:\S+ SUCCEEDED \{ greeting: 'Hello, Number \d+!' \}\n){1000}$/],
  ] as const) {
    const file = join(folder.path, 'program.js');
    writeFileSync(file, program!);
    expect((await runFile(process.execPath, [file], { env })).stdout).toMatch(answer);
  }
});

describeWithProgram('python3', 'the program in Python', () => {
  test('runs', async () => {
    const file = join(folder.path, 'program.py');
    writeFileSync(file, programsOf('clients.md', 'python')[0]!);
    expect((await runFile('python3', [file], { env })).stdout).toBe("SUCCEEDED {'greeting': 'Hello, Ada!'}\n");
  });
});

const SECRET = Buffer.from('a secret of 24 bytes....');

/** Delivers an event to a receiver. @returns the status of its answer */
async function deliver(port: number, secret: Buffer, secondsAgo = 0): Promise<number> {
  const body = JSON.stringify({ type: 'session.failed', data: { id: 'é' } });
  const timestamp = String(Math.floor(Date.now() / 1_000) - secondsAgo);
  const signature = createHmac('sha256', secret).update(`msg_1.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${Buffer.from('of the secret before').toString('base64')} v1,${signature}`,
  };
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
}

/** Runs a receiver and sends it a delivery of the service, a forged one and an old one. */
async function checkReceiver(program: string, options: readonly string[]): Promise<void> {
  const port = await freePort();
  const own = { ...env, PORT: String(port), WEBHOOK_SECRET: `whsec_${SECRET.toString('base64')}` };
  const receiver = spawn(program, [...options, 'receive'], { env: own, cwd: folder.path });
  try {
    const [first] = (await once(receiver.stdout, 'data')) as [Buffer];
    expect(first.toString()).toBe('listening\n');
    const printed = once(receiver.stdout, 'data') as Promise<[Buffer]>;
    expect(await deliver(port, SECRET)).toBe(204);
    expect((await printed)[0].toString()).toBe('session.failed\n');
    expect(await deliver(port, Buffer.from('another secret'))).toBe(400);
    expect(await deliver(port, SECRET, 301)).toBe(400);
  } finally {
    receiver.kill();
  }
}

const STARTED = 'started\nstarted\nstarted\n';

describeWithProgram('go', 'the program in Go', () => {
  test('runs a workflow and a batch, and receives events', async () => {
    writeFileSync(join(folder.path, 'workflows.go'), programsOf('clients.md', 'go')[0]!);
    const program = join(folder.path, 'workflows');
    await runFile('go', ['build', '-o', program, 'workflows.go'], { env, cwd: folder.path });
    expect((await runFile(program, { env })).stdout).toBe(`SUCCEEDED map[greeting:Hello, Ada!]\n${STARTED}`);
    await checkReceiver(program, []);
  });
});

describeWithProgram('javac', 'the program in Java', () => {
  test('runs a workflow and a batch, and receives events', async () => {
    writeFileSync(join(folder.path, 'Workflows.java'), programsOf('clients.md', 'java')[0]!);
    await runFile('javac', ['Workflows.java'], { env, cwd: folder.path });
    const options = ['-cp', folder.path, 'Workflows'];
    expect((await runFile('java', options, { env })).stdout).toBe(`SUCCEEDED Hello, Ada!\n${STARTED}`);
    await checkReceiver('java', options);
  });
});

test('the commands of clients.md run', async () => {
  for (const program of programsOf('clients.md', 'sh')) expect(await inShell(program)).toContain('Hello, Ada!');
});

test('the program of the client’s README and the commands of the command line’s run', async () => {
  const here = (text: string): string => text.replaceAll('https://workflow.example.com', system.api.baseUrl);
  const file = join(folder.path, 'readme.js');
  writeFileSync(file, here(programsOf('../packages/client/README.md', 'ts')[0]!));
  expect((await runFile(process.execPath, [file], { env })).stderr).toBe('');
  // The first command waits for a person with a browser; recordings.test.ts runs it.
  const [, login, ...others] = here(programsOf('../packages/cli/README.md', 'sh')[0]!).trim().split('\n');
  const own = 'unset WORKFLOW_URL; key=$WORKFLOW_API_KEY; unset WORKFLOW_API_KEY';
  const written = await inShell([own, `printf %s "$key" | ${login!}`, ...others].join('\n'));
  expect(written).toContain(`Signed in to ${system.api.baseUrl}`);
  expect(written).toContain('Hello, Ada!');
  expect(written).toContain('0 sessions match; nothing was changed');
});
