import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { table } from './table.ts';
import { Terminal } from './terminal.ts';

/** A terminal, or a pipe, and what was written to it. */
function open(isTTY: boolean): { terminal: Terminal; stdin: PassThrough; written: () => string } {
  const [stdin, stdout] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY })];
  let written = '';
  stdout.on('data', (part: Buffer) => {
    written += part.toString();
  });
  const terminal = new Terminal({ env: {}, stdin, stdout, stderr: stdout });
  return { terminal, stdin, written: () => written };
}

/** It would set the title of a window, and move back over what was written. */
const HOSTILE = 'a\u001B]0;title\u0007\r\u009B2Kb';

test('what others wrote does not steer a terminal, and goes to a pipe as it is', () => {
  const person = open(true);
  person.terminal.say(`${HOSTILE}\r\n\tc ${person.terminal.styled('FAILED', 'red')}`);
  person.terminal.note(HOSTILE);
  const shown = 'a\uFFFD]0;title\uFFFD\uFFFD\uFFFD2Kb';
  expect(person.written()).toBe(`${shown}\r\n\tc \u001B[31mFAILED\u001B[0m\n${shown}\n`);
  const program = open(false);
  program.terminal.say(HOSTILE);
  expect(program.written()).toBe(`${HOSTILE}\n`);
});

test('standard input that nobody ends is given up with Ctrl-C', async () => {
  const { terminal, stdin } = open(true);
  const stop = new AbortController();
  const reading = terminal.readInput(stop.signal);
  stdin.write('begun');
  stop.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

test('a row of a table is one line, whatever its values are, and there may be many', () => {
  expect(table(['id', 'name'], [['1', 'two\nlines']])).toEqual(['ID  NAME', '1   two lines']);
  expect(
    table(
      ['id'],
      Array.from({ length: 150_000 }, () => ['1']),
    ),
  ).toHaveLength(150_001);
});
