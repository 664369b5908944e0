import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ensureConsoleIsBuilt, freePort } from '@workflow/test-harness';
import { runInShell, startLocally, type LocalStart } from './start-locally.ts';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const COMMANDS = [...README.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, command]) => command!);
const CURLS = COMMANDS.filter((command) => command.startsWith('curl '));
/** Programs in which a comment after each line names the status that the line prints. */
const STATUSES = COMMANDS.filter((command) => /# \d{3}\b/.test(command));

const folder = mkdtempSync(join(tmpdir(), 'workflow-readme-'));
chmodSync(folder, 0o755);
let stack: LocalStart;
let port: number;

beforeAll(async () => {
  await ensureConsoleIsBuilt();
  port = await freePort();
  stack = startLocally([], { DATA_DIR: join(folder, 'data'), PORT: String(port) });
  await stack.untilReady();
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs it with the key and the token that the start printed. Returns its output. */
function runFromReadme(command: string): string {
  const shown = stack.commands().join('\n');
  const env = { API_KEY: /x-api-key: (\S+)"/.exec(shown)![1]!, WEBHOOK_TOKEN: /token: (\S+)"/.exec(shown)![1]! };
  return runInShell(command.replaceAll('localhost:3000', `localhost:${port}`), env);
}

/** The answer of each command of the README, in order. */
const ANSWERS = [
  { status: 'SUCCEEDED', output: { greeting: 'Bonjour, Ada!' } },
  { items: [expect.objectContaining({ status: 'SUCCEEDED' })] },
  { sessionId: expect.any(String) },
  { items: expect.arrayContaining([expect.objectContaining({ name: 'Greet' })]) },
];

test('the README starts with two commands and has the ones tested here', () => {
  expect(COMMANDS.slice(0, 2)).toEqual(['npx -y pnpm@12 start\n', 'npx -y pnpm@12 test\n']);
  expect(COMMANDS.length - 2).toBe(CURLS.length + STATUSES.length);
  expect(CURLS.length).toBe(ANSWERS.length);
});

test.each(CURLS.map((command, index) => [command.split('\n')[0]!, command, ANSWERS[index]!] as const))(
  'works when pasted: %s',
  (_, command, answer) => {
    expect(JSON.parse(runFromReadme(command))).toMatchObject(answer);
  },
);

test('webhooks answer the statuses that the README shows', () => {
  expect(STATUSES).toHaveLength(2);
  for (const program of STATUSES) {
    const told = [...program.matchAll(/# (\d{3})\b/g)].map(([, status]) => status);
    expect(runFromReadme(program).trim().split('\n')).toEqual(told);
  }
});
