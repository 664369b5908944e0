import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { checkDefinition, checkTextFields } from '../index.ts';
import { component, connect } from './definition-fixtures.ts';

const hook = component(1, 'webhook', { filter: "request.body.type = 'paid'" }, { output: 'request' });
const parsed = component(
  2,
  'json-parse',
  { source: '{{ request }}', fields: [{ key: 'body', type: 'JSON' }] },
  { output: 'data' },
);

async function warningsOf(type: string, config: JsonObject): Promise<string[]> {
  const components = [hook, parsed, component(3, type, config)];
  const definition = { components, connections: [connect(1, 2), connect(2, 3)] };
  expect(await checkDefinition(definition)).toEqual([]);
  const warnings = await checkTextFields(definition);
  return warnings.map(({ componentId, path, message }) => `${Number(componentId?.slice(-12))} ${path} ${message}`);
}

const WARNING = 'The text request has no field body. Read it with Parse JSON first';

test.each<[string, JsonObject, string[]]>([
  ['condition', { expression: 'request.body.total > 5' }, [`3 /config/expression ${WARNING}`]],
  ['output', { value: 'Total {{ request.body.total }}, {{request.body.id}}' }, [`3 /config/value ${WARNING}`]],
  ['output', { value: { a: ['{{ $string(request.body) }}'] } }, [`3 /config/value/a/0 ${WARNING}`]],
  ['condition', { expression: 'data.body.total > 5' }, []],
  ['condition', { expression: '$length(request) > 5' }, []],
  ['output', { value: '{{ $eval(request).body.total }}' }, []],
  [
    'list',
    { items: '{{ data.body }}', operations: [{ operation: 'filter', expression: 'item.request.body = 1' }] },
    [],
  ],
])('fields of a text in %s %j', async (type, config, warnings) => {
  expect(await warningsOf(type, config)).toEqual(warnings);
});

test('many components behind a text are checked without holding up the process', async () => {
  const others = Array.from({ length: 500 }, (_, n) =>
    component(n + 2, 'condition', { expression: `request.a${n} > 1` }),
  );
  const connections = others.map((_, n) => connect(1, n + 2));
  const definition = { components: [hook, ...others], connections };
  const longestMs = await longestTurnMs(async () => expect(await checkTextFields(definition)).toHaveLength(500), 40);
  expect(longestMs).toBeLessThan(40);
});
