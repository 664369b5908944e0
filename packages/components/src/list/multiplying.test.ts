import { openDataProcesses, runComponent } from '@workflow/component-kit/testing';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { afterAll, describe, expect, test } from '@jest/globals';
import { DATA_PROCESS_PROGRAM } from '../data-process-program.ts';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const dataProcesses = openDataProcesses(DATA_PROCESS_PROGRAM);
afterAll(() => dataProcesses.close());

/** Returns the outcome of operations, with the processor time and memory of this process. */
async function measured(items: Json, operations: JsonObject[], more: JsonObject = {}) {
  const before = process.cpuUsage();
  const memory = process.memoryUsage().rss;
  const config = { items: '{{ items }}', operations };
  const { outcome } = await runComponent({ descriptor, runner }, config, { items, ...more }, { dataProcesses });
  const { user, system } = process.cpuUsage(before);
  return { outcome, cpuMs: (user + system) / 1_000, bytes: process.memoryUsage().rss - memory };
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const same = (count: number, more: JsonObject = {}) => Array.from({ length: count }, () => ({ k: 1, ...more }));
const split = (field: string): JsonObject => ({ operation: 'split', field });
const wide = Object.fromEntries(numbers(300).map((n) => [`field ${n}`, n]));

describe('operations that multiply', () => {
  test.each<[string, Json, JsonObject[], JsonObject, string]>([
    [
      'three splits over lists of 400',
      [{ a: numbers(400), b: numbers(400), c: numbers(400) }],
      [split('a'), split('b'), split('c')],
      {},
      'split would produce 64000000 items. The limit is 1000000 items',
    ],
    [
      'a split within a split',
      [{ a: numbers(1_100), in: { b: numbers(1_100) } }],
      [split('a'), split('in.b')],
      {},
      'split would produce 1210000 items. The limit is 1000000 items',
    ],
    [
      'a split of a list of lists, which copies the outer one each time',
      [{ rows: [numbers(5_000), ...numbers(5_000)] }],
      [split('rows.0')],
      {},
      'split would produce 400480000 bytes. The limit is 67108864 bytes',
    ],
    [
      'a split of items with many fields',
      [{ ...wide, a: numbers(200), b: numbers(200) }],
      [split('a'), split('b')],
      {},
      'split would produce 195840000 bytes. The limit is 67108864 bytes',
    ],
    [
      'merges of equal keys',
      same(150),
      [
        { operation: 'merge', with: '{{ items }}', by: 'k' },
        { operation: 'merge', with: '{{ items }}', by: 'k' },
      ],
      {},
      'merge would produce 3375000 items. The limit is 1000000 items',
    ],
    [
      'a merge of wide items with equal keys',
      same(150),
      [{ operation: 'merge', with: '{{ others }}', by: 'k' }],
      { others: same(200, wide) },
      'merge would produce 146880200 bytes. The limit is 67108864 bytes',
    ],
  ])('%s fail before they make anything', async (_name, items, operations, more, message) => {
    const { outcome, bytes } = await measured(items, operations, more);
    expect(outcome).toMatchObject({ code: 'OUTPUT_TOO_LARGE', message });
    expect(bytes).toBeLessThan(200 * 1_048_576);
  });

  test('a small list that many operations make large is worked on in another process', async () => {
    const items = [{ a: numbers(100), b: numbers(100), text: 'x'.repeat(500) }];
    const count = { operation: 'aggregate', values: [{ key: 'n', function: 'count' }] };
    const { outcome } = await measured(items, [split('a'), split('b'), count]);
    expect(outcome).toMatchObject({ kind: 'succeeded', output: { n: 10_000 } });
  });

  test('a result in which items share a large value fails by its size', async () => {
    const items = [{ a: numbers(1_500), text: 'x'.repeat(50_000) }];
    const { outcome, cpuMs } = await measured(items, [split('a')]);
    expect(outcome).toMatchObject({ kind: 'failed', code: 'OUTPUT_TOO_LARGE' });
    expect(cpuMs).toBeLessThan(1_000);
  });

  test.each<[string, Json, JsonObject]>([
    [
      'unique',
      numbers(100).reduce<Json>((inner) => ({ a: inner }), 'x'.repeat(1_000_000)),
      { operation: 'unique', by: numbers(100).map((n) => Array.from({ length: n + 1 }, () => 'a').join('.')) },
    ],
    [
      'join',
      { list: numbers(300).map(() => 'x'.repeat(10_000)) },
      { operation: 'aggregate', values: numbers(100).map((n) => ({ key: `k${n}`, function: 'join', field: 'list' })) },
    ],
  ])('%s fails by the bytes that it would hold', async (name, item, operation) => {
    const { outcome } = await measured([item], [operation]);
    expect(outcome).toMatchObject({
      code: 'OUTPUT_TOO_LARGE',
      message: expect.stringContaining(`${name} would produce`),
    });
  });

  test('a rename of 200 nested fields costs each item one copy', async () => {
    const fields = Object.fromEntries(numbers(200).map((n) => [`field ${n}`, `to.field ${n}`]));
    const items = Array.from({ length: 150 }, (_, n) => ({
      n,
      ...Object.fromEntries(numbers(10).map((f) => [`field ${f}`, 1])),
    }));
    const { outcome } = await measured(items, [{ operation: 'rename', fields }]);
    expect(outcome).toMatchObject({ kind: 'succeeded' });
  });
});
