import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Command } from 'commander';
import { expect, test } from '@jest/globals';
import { openCli, type Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';
import { Terminal } from '../terminal/terminal.ts';
import { readValues, splitData } from './read-values.ts';

const folder = mkdtempSync(join(tmpdir(), 'workflow-values-'));
const fields = [
  { key: 'n', type: 'NUMBER' as const },
  { key: 'any', type: 'JSON' as const },
];

/** Returns a command line with this text on standard input. */
function withInput(input: string): Cli {
  const { stdout, stderr } = process;
  const terminal = new Terminal({ env: { HOME: folder }, stdin: Readable.from([input]), stdout, stderr });
  return openCli(terminal, new Command(), new AbortController().signal);
}

const read = (data: string, input = ''): Promise<Record<string, unknown>> => {
  const { sources, pairs } = splitData([data], []);
  return readValues(withInput(input), sources, pairs, fields);
};

test('JSON may have spaces before it and equals signs in it', async () => {
  expect(await read('\n  { "name": "a=b" }')).toEqual({ name: 'a=b' });
});

test('standard input is named by - or @-, and a file may begin with a byte order mark', async () => {
  for (const name of ['-', '@-']) expect(await read(name, '{"name":"Ada"}\n')).toEqual({ name: 'Ada' });
  const file = join(folder, 'values.json');
  writeFileSync(file, '\uFEFF{"name":"Ada"}');
  expect(await read(`@${file}`)).toEqual({ name: 'Ada' });
});

test('invalid JSON is refused with the reason', async () => {
  const file = join(folder, 'broken.json');
  writeFileSync(file, '{"name": Ada}');
  await expect(read(`@${file}`)).rejects.toThrow(UsageError);
  await expect(read(`@${file}`)).rejects.toThrow(/broken\.json is not valid JSON: Unexpected token/);
});

test.each(['{"n":9007199254740993}', `{"n":[1,-${'9'.repeat(400)}]}`, 'n=9007199254740993', 'any=[9007199254740993]'])(
  '%s is refused, because a number would round it',
  async (data) => {
    await expect(read(data)).rejects.toThrow(/is too large for an exact number; send it as a string/);
  },
);

test('exact numbers, and digits within texts, are sent', async () => {
  const data = '{"a":9007199254740992,"b":1e300,"c":"9007199254740993 \\"9007199254740993","d":0.1}';
  expect(await read(data)).toEqual(JSON.parse(data));
  expect(await read('n=-1.5')).toEqual({ n: -1.5 });
});
