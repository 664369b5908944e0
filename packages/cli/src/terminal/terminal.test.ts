import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { table } from './table.ts';
import { Terminal } from './terminal.ts';

/** Creates a terminal or a pipe, and a function that returns what was written to it. */
function open(isTTY: boolean): { terminal: Terminal; stdin: PassThrough; written: () => string } {
  const [stdin, stdout] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY })];
  let written = '';
  stdout.on('data', (part: Buffer) => {
    written += part.toString();
  });
  const terminal = new Terminal({ env: {}, stdin, stdout, stderr: stdout });
  return { terminal, stdin, written: () => written };
}

/** A real terminal would set the title of its window and delete earlier text. */
const HOSTILE = 'a\u001B]0;title\u0007\r\u009B2Kb';

test('control characters of a session do not reach a terminal and reach a pipe unchanged', () => {
  const person = open(true);
  person.terminal.printLine(`${HOSTILE}\r\n\tc ${person.terminal.styled('FAILED', 'red')}`);
  person.terminal.note(HOSTILE);
  const shown = 'a\uFFFD]0;title\uFFFD\uFFFD\uFFFD2Kb';
  expect(person.written()).toBe(`${shown}\r\n\tc \u001B[31mFAILED\u001B[0m\n${shown}\n`);
  const program = open(false);
  program.terminal.printLine(HOSTILE);
  expect(program.written()).toBe(`${HOSTILE}\n`);
});

test('Ctrl-C ends the wait for standard input', async () => {
  const { terminal, stdin } = open(true);
  const stop = new AbortController();
  const reading = terminal.readInput(stop.signal);
  stdin.write('begun');
  stop.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

test('a row of a table is one line for any values, and a table may have many rows', () => {
  expect(table(['id', 'name'], [['1', 'two\nlines']])).toEqual(['ID  NAME', '1   two lines']);
  expect(
    table(
      ['id'],
      Array.from({ length: 150_000 }, () => ['1']),
    ),
  ).toHaveLength(150_001);
});
