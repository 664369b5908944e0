import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createApiClient, waitFor, type TestSystem } from '@workflow/test-harness';
import { writePackage } from '../../packages/component-packages/src/testing/package-folder.ts';
import { alone, packageOf, START } from './foreign-workflows.ts';
import { startGreetingServer, type GreetingServer } from './greeting-server.ts';
import { PackageSystem } from './package-system.ts';
import { tutorialFiles } from './tutorial-files.ts';

const BODIES: Record<string, string> = {
  loops: 'for (;;) {}',
  fills: 'const all = []; for (;;) { all.push(Buffer.alloc(8e6, 1)); await new Promise(setImmediate); }',
  exits: 'process.exit(3)',
  lies: "return { kind: 'succeeded', output: { not: 'a text' } }",
  strays: "return { kind: 'succeeded', output: 'x', port: 'elsewhere' }",
  floods: "return { kind: 'succeeded', output: 'x'.repeat(2e7) }",
  reads: "const { readFile } = await import('node:fs/promises'); await readFile('/etc/passwd')",
  calls: "await fetch('http://10.0.0.1/').catch((error) => { throw error.cause; })",
  signals: 'process.kill(process.ppid, "SIGKILL")',
};

let packages: PackageSystem;
let system: TestSystem;
let greetings: GreetingServer;
const files = tutorialFiles();

beforeAll(async () => {
  [greetings, packages] = await Promise.all([startGreetingServer(), PackageSystem.open()]);
  packages.publish('greeter@1.0.0', files);
  packages.publish('greeter@1.1.0', {
    ...files,
    'package.json': files['package.json']!.replace('1.0.0', '1.1.0'),
    'run.js': files['run.js']!.replace('config.name}', 'config.name}!'),
  });
  await packages.add('greeter@1.0.0');
  for (const [name, body] of Object.entries(BODIES))
    writePackage(join(packages.directory, `${name}@1.0.0`), packageOf(name, body, { hasEffect: name === 'exits' }));
  system = await packages.start({ COMPONENT_PROCESSES: '4' });
  await waitFor(async () => {
    const { items } = await system.api.call<{ items: { type: string }[] }>('GET', '/v1/component-types');
    return Object.keys(BODIES).every((type) => items.some((one) => one.type === type));
  });
});
afterAll(async () => {
  await packages?.stop();
  greetings?.stop();
});

test.each([
  ['fills', 'COMPONENT_MEMORY', 'more than 256 MiB'],
  ['exits', 'COMPONENT_FAILED', 'exit 3'],
  ['lies', 'FIELD_INVALID', 'output must be'],
  ['strays', 'COMPONENT_ERROR', 'the port elsewhere'],
  ['floods', 'OUTPUT_TOO_LARGE', 'bytes'],
  ['reads', 'COMPONENT_ERROR', 'restricted'],
  ['calls', 'COMPONENT_ERROR', '10.0.0.1'],
  ['signals', 'COMPONENT_ERROR', 'not a function'],
])('a component that %s fails its step with %s', async (type, code, message) => {
  const workflowId = await system.api.publish(type, alone(type));
  const { body } = await system.api.run(workflowId, START, { text: 'x' }, { prefer: 'wait=60' });
  expect(body).toMatchObject({ status: 'FAILED', error: { code, message: expect.stringContaining(message) } });
});

test('endless loops of one organization leave a process to its neighbour, and end with their time', async () => {
  const looping = await system.api.publish('loops', alone('loops', { timeoutSeconds: 4 }));
  const sessions = await Promise.all(Array.from({ length: 4 }, () => system.api.run(looping, START, { text: 'x' })));
  const { definition, placeholderValues, output } = greetings.example();
  const api = system.apiFor(await system.createOrganization());
  const workflowId = await api.publish('Greet', definition);
  for (let n = 0; n < 5; n += 1) {
    const { body } = await api.run(workflowId, START, placeholderValues, { prefer: 'wait=30' });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output });
  }
  const first = await system.api.untilEnded(String(sessions[0]!.body['sessionId']));
  expect(first).toMatchObject({ status: 'FAILED', error: { code: 'STEP_TIMEOUT' } });
});

test('a version that one executor lacks is run by another, and a published workflow keeps its own', async () => {
  const { definition, placeholderValues, output } = greetings.example();
  const old = await system.api.publish('Old', definition);
  await packages.add('greeter@1.1.0');
  const [, { baseUrl }] = await Promise.all([system.startExecutor(), system.startIngress()]);
  const api = createApiClient(baseUrl, system.organization.apiKey);
  const workflowId = await api.publish('New', definition);
  const { body: started } = await api.run(workflowId, START, placeholderValues);
  // The executor that lacks the version may be the first to take the session several times, and postpones it each time.
  const ended = await api.untilEnded(String(started['sessionId']), 240_000);
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 'Hello Ada!' });
  const { body } = await api.run(old, START, placeholderValues, { prefer: 'wait=60' });
  expect(body).toMatchObject({ status: 'SUCCEEDED', output });
});

test('a component process that loops ends with an executor that was killed', async () => {
  const looping = await system.api.publish('loops on', alone('loops', { timeoutSeconds: 600 }));
  await Promise.all(Array.from({ length: 4 }, () => system.api.run(looping, START, { text: 'x' })));
  const [executor] = system.executors;
  // Idle processes notice the end of their pipe.
  const loops = (pid: number) => commandOf(pid).includes('component-process') && statOf(pid).userTicks > 100;
  const child = await waitFor(() => childrenOf(executor!.pid).find(loops));
  await executor!.kill();
  await waitFor(() => commandOf(child) === '');
});

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** Returns the command line of a process; empty if it does not exist. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the processor time of a process: 100 ticks are a second. */
function statOf(pid: number): { userTicks: number } {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  return { userTicks: Number(fields.split(' ')[11]) };
}
