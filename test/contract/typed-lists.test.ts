import { beforeAll, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const LINES = {
  key: 'lines',
  type: 'LIST',
  items: {
    type: 'OBJECT',
    fields: [
      { key: 'sku', type: 'TEXT' },
      { key: 'price', type: 'NUMBER' },
      { key: 'sizes', type: 'LIST', items: 'NUMBER', optional: true },
    ],
  },
};
const AMOUNTS = { key: 'amounts', type: 'LIST', items: 'NUMBER' };
const start = input(LINES, AMOUNTS);
const parse = component(
  'json-parse',
  { source: '{{ $string({"lines": lines}) }}', fields: [LINES] },
  { output: 'data' },
);
const { key: _key, ...list } = LINES;
const last = component('code', { source: 'return placeholders.data.lines.slice(-1)', ...list }, { output: 'last' });
const end = output({
  lines: '{{ data.lines }}',
  total: '{{ $sum(lines.price) }}',
  first: '{{ amounts[0] }}',
  last: '{{ last[0].sku }}',
});

const system = useContractSystem();
let workflowId: string;
beforeAll(async () => {
  workflowId = await system.api.publish('Typed lists', chain(start, parse, last, end));
});

const run = (placeholderValues: JsonObject) =>
  system.clients[0]!.request(
    'POST',
    '/v1/workflow/run',
    { workflowId, componentId: start.id, placeholderValues },
    { prefer: 'wait=60' },
  );

test('a list of objects is nested JSON, normalized item by item, and components read and make such lists', async () => {
  const { status, body } = await run({
    lines: [
      { sku: 'a', price: '2.50', sizes: ['1'] },
      { sku: 'b', price: 1 },
    ],
    amounts: ['7', 8],
  });
  const lines = [
    { sku: 'a', price: 2.5, sizes: [1] },
    { sku: 'b', price: 1 },
  ];
  expect({ status, values: body.placeholderValues, output: body.output }).toEqual({
    status: 200,
    values: { lines, amounts: [7, 8] },
    output: { lines, total: 3.5, first: 7, last: 'b' },
  });
});

test.each<[JsonObject, string]>([
  [{ amounts: [1, 'x'] }, 'placeholderValues.amounts[1] must be a number'],
  [{ amounts: '[1,2]' }, 'placeholderValues.amounts must be a JSON array of numbers'],
  [{ lines: [{ sku: 'a', price: 1, colour: 'red' }] }, 'placeholderValues.lines[0].colour is not a field of the items'],
  [{ lines: [{ sku: 'a', price: 1 }, { sku: 'b' }] }, 'placeholderValues.lines[1].price is required'],
])('%j is refused and names the item', async (placeholderValues, message) => {
  const { status, body } = await run(placeholderValues);
  expect({ status, message: body.message }).toEqual({ status: 400, message });
});

test('the component names the values of callers, and a template that reads an unknown field is a problem', async () => {
  const found = await system.clients[0]!.request('GET', `/v1/workflows/${workflowId}/components/${start.id}`);
  expect(found.body['availablePlaceholders']).toEqual([LINES, AMOUNTS]);
  const wrong = chain(start, output('{{ lines.colour }}'));
  const draft = await system.api.request('POST', '/v1/workflows', { name: 'Wrong', ...wrong });
  const { status, body } = await system.api.request('POST', `/v1/workflows/${String(draft.body['id'])}/publish`, {});
  expect({ status, problems: body['problems'] }).toEqual({
    status: 400,
    problems: [expect.objectContaining({ message: 'The items of lines have no field colour' })],
  });
});
