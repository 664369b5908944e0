import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@workflow/test-harness';
import { runInShell, startLocally, type LocalStart } from './start-locally.ts';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const COMMANDS = [...README.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, command]) => command!);
const CURLS = COMMANDS.filter((command) => command.startsWith('curl '));
/** Programs that tell, behind each line that prints a status, which one it prints. */
const STATUSES = COMMANDS.filter((command) => /# \d{3}\b/.test(command));

const folder = mkdtempSync(join(tmpdir(), 'workflow-readme-'));
chmodSync(folder, 0o755);
let stack: LocalStart;
let port: number;

beforeAll(async () => {
  port = await freePort();
  stack = startLocally([], { DATA_DIR: join(folder, 'data'), PORT: String(port) });
  await stack.untilReady();
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs it here, with the key and the token that the start showed. Answers what it printed. */
function runFromReadme(command: string): string {
  const shown = stack.commands().join('\n');
  const env = { API_KEY: /x-api-key: (\S+)"/.exec(shown)![1]!, WEBHOOK_TOKEN: /token: (\S+)"/.exec(shown)![1]! };
  return runInShell(command.replaceAll('localhost:3000', `localhost:${port}`), env);
}

/** What each command of the README answers, in its order. */
const ANSWERS = [
  { status: 'SUCCEEDED', output: { greeting: 'Bonjour, Ada!' } },
  { items: [expect.objectContaining({ status: 'SUCCEEDED' })] },
  { sessionId: expect.any(String) },
  { items: expect.arrayContaining([expect.objectContaining({ name: 'Greet' })]) },
];

test('the README has two commands to begin with, and the ones tested here', () => {
  expect(COMMANDS.slice(0, 2)).toEqual(['npx -y pnpm@12 start\n', 'npx -y pnpm@12 test\n']);
  expect(COMMANDS.length - 2).toBe(CURLS.length + STATUSES.length);
  expect(CURLS.length).toBe(ANSWERS.length);
});

test.each(CURLS.map((command, index) => [command.split('\n')[0]!, command, ANSWERS[index]!] as const))('works when pasted: %s', (_, command, answer) => {
  expect(JSON.parse(runFromReadme(command))).toMatchObject(answer);
});

test('webhooks answer the statuses that the README tells', () => {
  expect(STATUSES).toHaveLength(2);
  for (const program of STATUSES) {
    const told = [...program.matchAll(/# (\d{3})\b/g)].map(([, status]) => status);
    expect(runFromReadme(program).trim().split('\n')).toEqual(told);
  }
});
