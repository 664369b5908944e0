import { PassThrough, Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { freePort } from '@workflow/test-harness';
import { runCli } from './run-cli.ts';

/** Runs a command in front of a person, or without one. */
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

test('a person is told while a service does not answer, and a program of the end alone', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  // It is not sent again: whether the key was made is unknown.
  const command = ['keys', 'create', 'Billing', '--url', url, '--key', 'x'];
  const end = /^error: The service did not answer: connect ECONNREFUSED .*\n$/;
  const [person, program] = await Promise.all([run(command, true), run([...command, '--json'], false)]);
  expect([person.code, program.code, person.stdout]).toEqual([1, 1, '']);
  expect(person.stderr.split(`${url} does not answer yet\n`)).toEqual(['', expect.stringMatching(end)]);
  expect(program.stderr).toMatch(end);
  expect(JSON.parse(program.stdout)).toMatchObject({ error: { errorId: null, httpStatus: null } });
});
