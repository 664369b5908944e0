import { PassThrough, Readable } from 'node:stream';
import type { Command } from 'commander';
import { expect, test } from '@jest/globals';
import { freePort } from '@workflow/test-harness';
import { openCli } from './cli.ts';
import { buildProgram } from './program.ts';
import { runCli } from './run-cli.ts';
import { Terminal } from './terminal/terminal.ts';

/** Runs a command with a terminal or without one. */
async function run(args: string[], isTTY: boolean): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' };
  const open = (name: 'stdout' | 'stderr') =>
    Object.assign(new PassThrough(), { isTTY }).on('data', (part: Buffer) => {
      written[name] += part.toString();
    });
  const env = { HOME: '/nowhere', NO_COLOR: '1' };
  const code = await runCli(args, { env, stdin: Readable.from([]), stdout: open('stdout'), stderr: open('stderr') });
  return { code, ...written };
}

test('a terminal shows that the service does not answer; a program only gets the final error', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  // This request is not repeated, because it is unknown if the key was created.
  const command = ['keys', 'create', 'Billing', '--url', url, '--key', 'x'];
  const end = /^error: The service did not answer: connect ECONNREFUSED .*\n$/;
  const [person, program] = await Promise.all([run(command, true), run([...command, '--json'], false)]);
  expect([person.code, program.code, person.stdout]).toEqual([1, 1, '']);
  expect(person.stderr.split(`${url} does not answer; trying again\n`)).toEqual(['', expect.stringMatching(end)]);
  expect(program.stderr).toMatch(end);
  expect(JSON.parse(program.stdout)).toMatchObject({ error: { errorId: null, httpStatus: null } });
});

/** Returns the words of every command that has an action. */
function commandsOf(command: Command, words: string[] = []): string[][] {
  if (command.commands.length === 0) return [words];
  return command.commands.flatMap((child) => commandsOf(child, [...words, child.name()]));
}
const { stdin, stdout, stderr } = process;
const terminal = new Terminal({ env: {}, stdin, stdout, stderr });
const COMMANDS = commandsOf(buildProgram((program) => openCli(terminal, program, new AbortController().signal)));

test.each(COMMANDS.map((words) => words.join(' ')))(
  '%s with --json writes one JSON value, whatever is missing',
  async (command) => {
    const words = command.split(' ');
    for (const args of [
      ['--json', ...words],
      [...words, '--json'],
    ]) {
      const { code, stdout: written } = await run(args, false);
      const isError = Object.hasOwn(JSON.parse(written) as object, 'error');
      expect([0, 2, 3]).toContain(code);
      // For the doctor, findings are the result.
      expect(isError).toBe(code !== 0 && command !== 'doctor');
    }
    expect(JSON.parse((await run([...words, '--help', '--json'], false)).stdout)).toMatch(
      /--json[^]*--profile[^]*--url[^]*--key/,
    );
  },
);
