import { openDataProcesses, runComponent } from '@workflow/component-kit/testing';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { afterAll, expect, test } from '@jest/globals';
import { DATA_PROCESS_PROGRAM } from '../data-process-program.ts';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

/** Formats repeat parts of their input. The size of the result is counted before it is produced. */

const dataProcesses = openDataProcesses(DATA_PROCESS_PROGRAM);
afterAll(() => dataProcesses.close());

const nested = (levels: number, inner: Json): Json => {
  let value = inner;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
};
const list = (length: number, item: (index: number) => Json): Json[] =>
  Array.from({ length }, (_, index) => item(index));
const elements = `${'<b>x'.repeat(400)}${'y'.repeat(100_000)}${'</b>'.repeat(400)}`;

test.each<[string, JsonObject, Json, string]>([
  [
    'a query whose long name is repeated',
    { format: 'url', direction: 'write' },
    { ['k'.repeat(30_000)]: list(15_000, () => 1) },
    '15000 values of k+ of at least 30001 bytes each',
  ],
  [
    'a CSV of as many columns as rows',
    { format: 'csv', direction: 'write' },
    list(10_000, (index) => ({ [`k${index}`]: 1 })),
    '10000 rows of at least 10000 bytes each',
  ],
  [
    'a file of as many columns as rows',
    { format: 'csv', direction: 'write', as: 'file', name: 'all.csv' },
    list(10_000, (index) => ({ [`k${index}`]: 1 })),
    '10000 rows of at least 10000 bytes each. The limit is 33554432 bytes',
  ],
  [
    'a CSV whose long names are repeated in each row',
    { format: 'csv', direction: 'read' },
    `${'n'.repeat(50_000)}\n${'1\n'.repeat(1_000)}`,
    '1000 rows of at least 50000 bytes each',
  ],
  [
    'texts of elements within each other',
    { format: 'html', direction: 'read', select: [{ key: 'a', selector: 'b', all: true }] },
    elements,
    'more than 1048576 bytes',
  ],
  [
    'a reference that is used many times',
    { format: 'markdown', direction: 'write' },
    `[a]: /${'u'.repeat(50_000)}\n\n${'[a]'.repeat(5_000)}`,
    'more than 1048576 bytes',
  ],
  [
    'indents of YAML',
    { format: 'yaml', direction: 'write' },
    nested(
      400,
      list(20_000, () => 1),
    ),
    'more than 1048576 bytes',
  ],
  [
    'indents of a text of many lines',
    { format: 'yaml', direction: 'write' },
    nested(400, 'a\n'.repeat(20_000)),
    'more than 1048576 bytes',
  ],
  [
    'indents of XML',
    { format: 'xml', direction: 'write' },
    nested(400, { i: list(20_000, () => 1) }),
    'more than 1048576 bytes',
  ],
])('%s is refused', async (_name, config, value, product) => {
  const { outcome } = await runComponent(
    { descriptor, runner },
    { from: '{{ value }}', ...config },
    { value },
    { dataProcesses },
  );
  expect(outcome).toMatchObject({
    kind: 'failed',
    code: 'OUTPUT_TOO_LARGE',
    message: expect.stringMatching(new RegExp(`The result would have .*${product}`)),
  });
});
