import { expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { checkDefinition } from './check-definition.ts';
import { component, idOf, problemsOf, problemsOfOne } from './definition-fixtures.ts';

test.each<[string, string, JsonObject, string[]]>([
  ['what is missing is named', 'http-request', { method: 'GET' }, ['2 /config/url config.url is required']],
  ['what is unknown is named', 'output', { value: 1, valeu: 2 }, ['2 /config/valeu config.valeu is not a known field']],
  [
    'values fit',
    'http-request',
    { method: 'FETCH', url: 'x' },
    ['2 /config/method config.method must be one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS'],
  ],
  [
    'a GET request has no body',
    'http-request',
    { method: 'GET', url: 'x', body: {} },
    ['2 /config/body A GET request has no body: remove it or choose another method'],
  ],
  [
    'nor has a HEAD request',
    'http-request',
    { method: 'HEAD', url: 'x', body: 'b' },
    ['2 /config/body A HEAD request has no body: remove it or choose another method'],
  ],
  ['a DELETE request may', 'http-request', { method: 'DELETE', url: 'x', body: 'b' }, []],
  ['delay has one of seconds and until', 'delay', {}, ['2 /config config must have either seconds or until']],
  ['delay has not both', 'delay', { seconds: 1, until: 'x' }, ['2 /config config must have either seconds or until']],
  [
    'delay takes a number or a template',
    'delay',
    { seconds: true },
    ['2 /config/seconds config.seconds must be a number or a string'],
  ],
  ['delay goes forward', 'delay', { seconds: -1 }, ['2 /config/seconds config.seconds must be at least 0']],
  ['switch has a case', 'switch', { cases: [] }, ['2 /config/cases config.cases must have at least 1 item']],
  [
    'run-workflow names a workflow',
    'run-workflow',
    { workflowId: 'x', componentId: idOf(9) },
    ['2 /config/workflowId config.workflowId must be a UUID'],
  ],
  [
    'for-each names component and item',
    'for-each',
    { items: '{{ name }}', workflowId: idOf(8) },
    ['2 /config/itemKey config.itemKey is required', '2 /config/componentId config.componentId is required'],
  ],
  [
    'for-each runs a bounded number at the same time',
    'for-each',
    { items: 'x', workflowId: idOf(8), componentId: idOf(9), itemKey: 'i', concurrency: 101 },
    ['2 /config/concurrency config.concurrency must be at most 100'],
  ],
])('config: %s', async (_, type, config, problems) => {
  expect(await problemsOfOne(type, config)).toEqual(problems);
});

test('webhook: headers are named as headers can be', async () => {
  expect(await problemsOf({ components: [component(1, 'webhook', { deduplicateBy: ['x id'] })] })).toEqual([
    '1 /config/deduplicateBy/0 config.deduplicateBy[0] must be the name of a header, ' +
      "or 'body:' and a JSON pointer such as body:/event/id",
  ]);
});

test.each(['default', 'next', 'error'])('switch: The port name %s is reserved', async (port) => {
  expect(await problemsOfOne('switch', { cases: [{ port, expression: 'name' }] })).toEqual([
    `2 /config/cases/0/port The port name ${port} is reserved`,
  ]);
});

test('switch: port names are unique', async () => {
  expect(
    await problemsOfOne('switch', {
      cases: [
        { port: 'a', expression: 'name' },
        { port: 'a', expression: 'name' },
      ],
    }),
  ).toEqual(['2 /config/cases/1/port The port name a is used twice']);
});

test.each<[string, JsonObject[], string]>([
  [
    'keys are unique',
    [
      { key: 'a', type: 'TEXT' },
      { key: 'a', type: 'TEXT' },
    ],
    '/1/key The key a is used twice',
  ],
  ['OBJECT has fields', [{ key: 'a', type: 'OBJECT' }], '/0/fields fields is required with type OBJECT'],
  [
    'nothing else has fields',
    [{ key: 'a', type: 'TEXT', fields: [] }],
    '/0/fields fields is allowed only with type OBJECT',
  ],
  [
    'types exist',
    [{ key: 'a', type: 'DATE' }],
    '/0/type config.fields[0].type must be one of TEXT, NUMBER, BOOLEAN, DATE_TIME, LIST, OBJECT, JSON, FILE',
  ],
  [
    'keys hold no dot',
    [{ key: 'a.b', type: 'TEXT' }],
    '/0/key config.fields[0].key must not contain a dot or a control character',
  ],
  ['keys are not empty', [{ key: '', type: 'TEXT' }], '/0/key config.fields[0].key must not be empty'],
  [
    'nested keys are unique',
    [
      {
        key: 'a',
        type: 'OBJECT',
        fields: [
          { key: 'b', type: 'TEXT' },
          { key: 'b', type: 'TEXT' },
        ],
      },
    ],
    '/0/fields/1/key The key b is used twice',
  ],
  ['__proto__ is no key', [{ key: '__proto__', type: 'TEXT' }], '/0/key The key __proto__ is reserved'],
])('fields: %s', async (_, fields, problem) => {
  expect(await problemsOfOne('json-parse', { source: 'x', fields })).toEqual([`2 /config/fields${problem}`]);
});

test('only a declared value of type OBJECT has fields', async () => {
  expect(await problemsOfOne('transform', { expression: '1', type: 'OBJECT' })).toEqual([
    '2 /config/fields fields is required with type OBJECT',
  ]);
  expect(await problemsOfOne('code', { source: '1', type: 'TEXT', fields: [] })).toEqual([
    '2 /config/fields fields is allowed only with type OBJECT',
  ]);
});

test.each<[string, string[]]>([
  ["request.body.type = 'order.created'", []],
  ['request.headers.`x-kind` in ["a", "b"] and $count(request.body.items[price > 5]) > 0', []],
  ['$exists($.request.body)', []],
  ['body.type = 1', ['config.filter: there is no body here. The expression can read only request']],
  ['payload.body', ['config.filter: there is no payload here. The expression can read only request']],
  ['request.body.a = other', ['config.filter: there is no other here. The expression can read only request']],
  ['$$.other', ['config.filter: there is no other here. The expression can read only request']],
  ["$secret('a') = request.body", ['config.filter: this expression cannot use a secret']],
  ["$callbackUrl('Paid')", ['config.filter: this expression cannot use $approvalUrl']],
  ['$map(request.body, function($i) { $i })', ['config.filter: the part at character 5 calls $map']],
  ['$contains(request.path, /a+b/)', ['is of a form whose cost is not bounded (regex)']],
  [`request.body = "${'x'.repeat(600)}"`, ['at most 500 are allowed']],
  [
    `${'$trim('.repeat(25)}$string([${Array.from({ length: 36 }, () => 'request').join(',')}])${')'.repeat(25)} = ''`,
    ['could take too long'],
  ],
  ['request.body =', ['does not parse']],
  [' ', ['config.filter must not be empty']],
  ['', ['config.filter must not be empty']],
])('webhook: the filter %s has the problems %j', async (filter, problems) => {
  const found = await checkDefinition({
    components: [component(1, 'webhook', { filter }, { output: 'payload' })],
    connections: [],
  });
  expect(found).toEqual(
    problems.map((message) =>
      expect.objectContaining({
        componentId: idOf(1),
        path: '/config/filter',
        message: expect.stringContaining(message) as unknown,
      }),
    ),
  );
});
