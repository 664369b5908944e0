import { expect, test } from '@jest/globals';
import { component, GOOD, problemsOf } from './definition-fixtures.ts';

const problemsOfFlow = (flow: unknown): Promise<string[]> => problemsOf({ ...GOOD, flow });

test.each([
  ['all parts', { concurrency: { key: 'order.total', limit: 5, onLimit: 'queue' }, order: { key: 'name' } }],
  ['one key for all', { concurrency: { limit: 1 }, order: {} }],
  ['an expression of bounded cost', { order: { key: '$uppercase(name) & "-" & $string(order.total)' } }],
  ['a gathering', { gather: { key: 'name', quietSeconds: 10, maxSeconds: 60, maxItems: 50, deliver: 'all' } }],
  ['a priority', { priority: 'low' }],
  ['nothing', {}],
])('%s can be published', async (_what, flow) => {
  expect(await problemsOfFlow(flow)).toEqual([]);
});

test.each([
  ['an unknown part', { throttle: {} }, '- /flow/throttle'],
  ['an unknown field', { order: { by: 'name' } }, '- /flow/order/by'],
  ['no limit', { concurrency: {} }, '- /flow/concurrency'],
  ['a limit of 0', { concurrency: { limit: 0 } }, '- /flow/concurrency/limit'],
  ['an unknown onLimit', { concurrency: { limit: 1, onLimit: 'drop' } }, '- /flow/concurrency/onLimit'],
  [
    'order with a limit that skips',
    { order: {}, concurrency: { limit: 1, onLimit: 'skip' } },
    '- /flow/concurrency/onLimit',
  ],
  ['an expression that does not parse', { order: { key: 'name &' } }, '- /flow/order/key flow.order.key:'],
  [
    'a placeholder that no trigger makes',
    { concurrency: { limit: 1, key: 'greeting' } },
    'no trigger produces the placeholder greeting',
  ],
  ['a field that is not declared', { order: { key: 'order.id' } }, 'no trigger produces the placeholder order.id'],
  [
    'gather with a limit that fails',
    { gather: { quietSeconds: 1, maxSeconds: 2 }, concurrency: { limit: 1, onLimit: 'fail' } },
    '- /flow/concurrency/onLimit',
  ],
  ['a gathering without end', { gather: { quietSeconds: 1 } }, '- /flow/gather'],
  ['an unknown priority', { priority: 'urgent' }, '- /flow/priority'],
  ['a secret', { order: { key: "$secret('a')" } }, 'this expression cannot use a secret'],
  ['an address', { order: { key: "$callbackUrl('Paid')" } }, 'this expression cannot use $approvalUrl'],
  [
    'a function that may take long',
    { order: { key: 'name & $map([1..9], function($i) { $i })[0]' } },
    'flow.order.key: the part at character 12 calls $map, whose cost is not bounded. Use only paths,',
  ],
  ['a range', { order: { key: '$count([1..9])' } }, 'at character 11 uses the operator .., whose cost is not bounded'],
  ['a pattern', { order: { key: '$contains(name, /a/)' } }, 'is of a form whose cost is not bounded (regex)'],
  ['a long key', { order: { key: `"${'x'.repeat(600)}"` } }, 'the expression has 602 characters, and at most 500'],
  ['steps within steps', { order: { key: '$sum(order.(a.(b.c)))' } }, 'at most 1 such step is allowed'],
  ['text of text of text', { order: { key: '$string([$string([$string([name])])])' } }, 'at most 2 levels'],
])('%s is a problem', async (_what, flow, problem) => {
  const problems = await problemsOfFlow(flow);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});

test('a key may read what any trigger makes', async () => {
  const webhook = component(9, 'webhook', {}, { output: 'request' });
  expect(
    await problemsOf({ ...GOOD, components: [...GOOD.components, webhook], flow: { order: { key: 'request' } } }),
  ).toEqual([]);
});

test('all requests that were gathered are a placeholder, whose name nothing else may have', async () => {
  const reads = component(9, 'transform', { expression: '$count(gathered)', type: 'NUMBER' }, { output: 'count' });
  const from = GOOD.components[0]?.id ?? '';
  const definition = {
    components: [...GOOD.components, reads],
    connections: [...GOOD.connections, { from, port: 'next', to: reads.id }],
  };
  const gather = { quietSeconds: 1, maxSeconds: 2 };
  expect(await problemsOf({ ...definition, flow: { gather: { ...gather, deliver: 'all' } } })).toEqual([]);
  expect(await problemsOf({ ...definition, flow: { gather } })).toEqual([
    expect.stringContaining('There is no placeholder gathered'),
  ]);
  const taken = component(8, 'transform', { expression: '1', type: 'NUMBER' }, { output: 'gathered' });
  expect(await problemsOf({ ...GOOD, components: [...GOOD.components, taken] })).toEqual([
    expect.stringContaining('The placeholder name gathered is reserved'),
  ]);
});

const CUSTOMER = {
  key: 'customer',
  type: 'OBJECT',
  fields: [
    { key: 'name', type: 'TEXT' },
    { key: 'card', type: 'TEXT', sensitive: true },
  ],
};
const OF_SENSITIVE = 'a key cannot use the sensitive placeholder';

test.each([
  ['the field', { order: { key: 'customer.card' } }, `${OF_SENSITIVE} customer.card`],
  ['what it is within', { concurrency: { limit: 1, key: '$string(customer)' } }, `${OF_SENSITIVE} customer`],
  ['the request that it is read from', { order: { key: 'request' } }, `${OF_SENSITIVE} request`],
  ['a gathering', { gather: { quietSeconds: 1, maxSeconds: 2 } }, 'placeholder customer cannot be combined'],
])('a sensitive field cannot be in keys and gatherings: %s', async (_what, flow, problem) => {
  const components = [
    component(1, 'input', { placeholders: [CUSTOMER] }),
    component(2, 'webhook', {}, { output: 'request' }),
    component(3, 'json-parse', { source: '{{ request }}', fields: [CUSTOMER] }, { output: 'data' }),
  ];
  const [, hook, parse] = components.map(({ id }) => id) as [string, string, string];
  const connections = [{ from: hook, port: 'next', to: parse }];
  const problems = await problemsOf({ components, connections, flow });
  expect(problems[0]).toContain(problem);
  expect(await problemsOf({ components, connections, flow: { order: { key: 'customer.name' } } })).toEqual([]);
});
