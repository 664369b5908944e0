import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const TARGET = {
  workflowId: '00000000-0000-7000-8000-000000000008',
  componentId: '00000000-0000-7000-8000-000000000009',
};

async function startedWith(items: Json, config: JsonObject) {
  const { outcome, started } = await runComponent(
    { descriptor, runner },
    { ...TARGET, items: '{{ list }}', ...config },
    { list: items },
    { answers: { child: () => null } },
  );
  return { outcome, values: started.map(({ placeholderValues }) => placeholderValues) };
}

test.each<[string, JsonObject, JsonObject[]]>([
  ['one placeholder', { itemKey: 'item' }, [{ item: { sku: 'A', qty: 1 } }, { item: { sku: 'B', qty: 2 } }]],
  [
    'one placeholder and shared values',
    { itemKey: 'item', placeholderValues: { rate: '{{ 2 }}' } },
    [
      { item: { sku: 'A', qty: 1 }, rate: 2 },
      { item: { sku: 'B', qty: 2 }, rate: 2 },
    ],
  ],
  [
    'all fields of the item',
    { itemKey: '*' },
    [
      { sku: 'A', qty: 1 },
      { sku: 'B', qty: 2 },
    ],
  ],
  [
    'all fields of the item, of which shared values replace one',
    { itemKey: '*', placeholderValues: { qty: '{{ 9 }}', rate: '{{ 2 }}' } },
    [
      { sku: 'A', qty: 9, rate: 2 },
      { sku: 'B', qty: 9, rate: 2 },
    ],
  ],
])('passes each item as %s', async (_, config, expected) => {
  const items = [
    { sku: 'A', qty: 1 },
    { sku: 'B', qty: 2 },
  ];
  expect((await startedWith(items, config)).values).toEqual(expected);
});

test.each([[[{ sku: 'A' }, 'B']], [[{ sku: 'A' }, null]], [[{ sku: 'A' }, [1]]]])(
  'the fields of %j cannot be passed',
  async (items) => {
    const { outcome, values } = await startedWith(items, { itemKey: '*' });
    const message = 'Item 2 of items must be an object, because its fields are passed as placeholders';
    expect(outcome).toMatchObject({ kind: 'failed', code: 'FIELD_INVALID', message });
    expect(values).toEqual([]);
  },
);

test('shared values of more than 256 MiB for all sessions together start none', async () => {
  const { outcome, started } = await runComponent(
    { descriptor, runner },
    { ...TARGET, items: '{{ list }}', itemKey: 'item', placeholderValues: { text: '{{ text }}' } },
    { list: Array.from({ length: 300 }, (_, number) => number), text: 'x'.repeat(1_048_576) },
    { answers: { child: () => null } },
  );
  expect(outcome).toMatchObject({ kind: 'failed', code: 'OUTPUT_TOO_LARGE' });
  expect(started).toEqual([]);
});
