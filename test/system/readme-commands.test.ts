import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ensureConsoleIsBuilt, freePort } from '@workflow/test-harness';
import { runInShell, startLocally, type LocalStart } from './start-locally.ts';

/** Returns the shell programs of a page. */
function programsOf(page: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../..', page), 'utf8');
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, command]) => command!);
}

const README = programsOf('README.md');
const COMMANDS = [...README, ...programsOf('docs/tour.md')];
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

/** Runs a program with the key and the token that the start printed. @returns its output */
function runPasted(command: string): string {
  const shown = stack.commands().join('\n');
  const env = { API_KEY: /x-api-key: (\S+)"/.exec(shown)![1]!, WEBHOOK_TOKEN: /token: (\S+)"/.exec(shown)![1]! };
  return runInShell(command.replaceAll('localhost:3000', `localhost:${port}`), env);
}

/** The expected output of the commands of both pages, in order. */
const ANSWERS = [
  { status: 'SUCCEEDED', output: { greeting: 'Bonjour, Ada!' } },
  { sessionId: expect.any(String) },
  { items: expect.arrayContaining([expect.objectContaining({ status: 'SUCCEEDED' })]) },
  { items: expect.arrayContaining([expect.objectContaining({ name: 'Greet' })]) },
];

test('the README begins with the start, ends with the tests, and every other program is tried here', () => {
  expect([README[0], README.at(-1)]).toEqual(['npx -y pnpm@12 start\n', 'npx -y pnpm@12 test\n']);
  expect(COMMANDS.length - 2).toBe(CURLS.length + STATUSES.length);
  expect(CURLS.length).toBe(ANSWERS.length);
});

test.each(CURLS.map((command, index) => [command.split('\n')[0]!, command, ANSWERS[index]!] as const))(
  'works when pasted: %s',
  (_, command, answer) => {
    expect(JSON.parse(runPasted(command))).toMatchObject(answer);
  },
);

test('webhooks answer the statuses that the tour shows', () => {
  expect(STATUSES).toHaveLength(2);
  for (const program of STATUSES) {
    const shown = [...program.matchAll(/# (\d{3})\b/g)].map(([, status]) => status);
    expect(runPasted(program).trim().split('\n')).toEqual(shown);
  }
});
