import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithProgram } from '@workflow/test-harness';
import { chain, input, openContractSystem, output, type SharedContractSystem } from '../contract/contract-system.ts';
import { programsOf } from './documented-programs.ts';
import { installPacked, type PackedFolder } from './install-packed.ts';

/** Runs what docs/api.md and docs/clients.md show, as it is. */

const runFile = promisify(execFile);
const CLI = join(import.meta.dirname, '../../packages/cli/src/main.ts');

let system: SharedContractSystem;
let folder: PackedFolder;
let env: Record<string, string>;

beforeAll(async () => {
  system = await openContractSystem();
  folder = installPacked('client');
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
  await system.api.publish('Greeting', chain(input('name'), output('Hello {{ name }}')));
});
afterAll(() => folder?.remove());

const inShell = async (program: string): Promise<string> =>
  (await runFile('bash', ['-euo', 'pipefail', '-c', program], { env, cwd: folder.path })).stdout;

test('the commands of the reference run one after the other, and answer what it says', async () => {
  const programs = programsOf('api.md', 'sh');
  expect(programs).toHaveLength(8);
  const answers = (await inShell(programs.map((program) => `${program}\nprintf '\\n----\\n'`).join('\n')))
    .split('\n----\n')
    .map((answer) => answer.trim());
  expect(answers.join('\n')).not.toContain('"errorId"');
  const [caller, started, waited, twice, batch, events, page, documented] = answers;
  expect(JSON.parse(caller!)).toMatchObject({ kind: 'api-key' });
  expect(JSON.parse(started!)).toMatchObject({ placeholderValues: { name: 'Ada' } });
  expect(JSON.parse(waited!)).toMatchObject({ status: 'SUCCEEDED', output: 'Hello Ada' });
  const [first, second] = twice!.split('}{');
  expect(`{${second!}`).toBe(`${first!}}`);
  expect(batch!.split('\n').map((line) => JSON.parse(line).httpStatus)).toEqual([200, 200, 200]);
  expect(events).toMatch(/^event: session$/m);
  expect(JSON.parse(page!).items).toHaveLength(2);
  expect(documented).toBe('304');
});

test('the programs of clients.md run', async () => {
  const [greeting, batch] = programsOf('clients.md', 'js');
  for (const [program, answer] of [
    [greeting, /^Hello Ada$/m],
    [batch, /^3000 sessions, 0 refused, \d+ a second$/m],
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
    expect((await runFile('python3', [file], { env })).stdout).toBe('SUCCEEDED Hello Ada\n');
  });
});

test('the commands of clients.md run', async () => {
  for (const program of programsOf('clients.md', 'sh')) expect(await inShell(program)).toContain('Hello Ada');
});
