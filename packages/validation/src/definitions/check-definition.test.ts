import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COMPONENT_TYPES } from '@workflow/component-catalog';
import type { Component, Connection, JsonObject } from '@workflow/workflow-model';
import { checkDefinition } from '../index.ts';

const idOf = (number: number) => `019cd2f4-7c1a-7b3e-9d55-${String(number).padStart(12, '0')}`;
const component = (number: number, type: string, config: JsonObject = {}, more: Partial<Component> = {}): Component => ({ id: idOf(number), type, config, ...more });
const connect = (from: number, to: number, port = 'next'): Connection => ({ from: idOf(from), port, to: idOf(to) });

const input = component(1, 'input', { placeholders: [{ key: 'name', type: 'TEXT' }, { key: 'order', type: 'OBJECT', fields: [{ key: 'total', type: 'NUMBER' }] }] });
const greet = component(2, 'transform', { expression: '"Hello " & name', type: 'TEXT' }, { output: 'greeting' });
const answer = component(3, 'output', { value: { text: '{{ greeting }}', total: '{{ order.total }}' } });
const GOOD = { components: [input, greet, answer], connections: [connect(1, 2), connect(2, 3)] };

/** Problems as `component number or -, path, message`. */
function problemsOf(definition: unknown): string[] {
  return checkDefinition(definition).map(({ componentId, path, message }) => `${componentId === null ? '-' : Number(componentId.slice(-12))} ${path} ${message}`);
}
/** Problems of one component behind the input. */
const problemsOfOne = (type: string, config: JsonObject, more: Partial<Component> = {}) =>
  problemsOf({ components: [input, component(2, type, config, more)], connections: [connect(1, 2)] });

test('a good definition has no problem', () => {
  expect(problemsOf(GOOD)).toEqual([]);
});

test('a definition of every type has no problem', () => {
  const target = { workflowId: idOf(90), componentId: idOf(91) };
  const components = [
    component(1, 'webhook', { verification: { scheme: 'hmac', secret: 's', header: 'x-signature' }, deduplicateBy: ['x-id'], rateLimit: { perMinute: 60, burst: 10 } }, { output: 'request' }),
    component(2, 'json-parse', { source: '{{ request }}', fields: [{ key: 'body', type: 'JSON' }] }, { output: 'delivery', name: 'Read it' }),
    component(3, 'switch', { cases: [{ port: 'big', expression: 'delivery.body.total > 10' }] }),
    component(4, 'condition', { expression: '$exists(delivery.body.wait)' }),
    component(5, 'http-request', { method: 'POST', url: 'http://localhost/{{ delivery.body.id }}', headers: { authorization: "{{ $secret('key') }}" }, body: { a: ['{{ delivery }}'] } }, { output: 'price', retry: { maxAttempts: 3 }, timeoutSeconds: 5 }),
    component(6, 'delay', { seconds: 0.5 }),
    component(7, 'delay', { until: '{{ delivery.body.at }}' }),
    component(8, 'code', { source: 'return 1', type: 'NUMBER' }, { output: 'count' }),
    component(9, 'run-workflow', { ...target, placeholderValues: { 'a.b': '{{ delivery }}' }, wait: false }, { output: 'child' }),
    component(10, 'for-each', { items: '{{ delivery.body.items }}', ...target, itemKey: 'item', concurrency: 3 }, { output: 'children' }),
    component(11, 'output', { value: '{{ error.message }}' }),
  ];
  const connections = [connect(1, 2), connect(2, 3), connect(3, 4, 'big'), connect(3, 8, 'default'), connect(4, 6, 'true'), connect(4, 7, 'false'), connect(6, 5), connect(7, 9), connect(8, 10), connect(5, 11, 'error')];
  expect(problemsOf({ components, connections })).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  ['the definition is an object', [], ['-  the definition must be an object']],
  ['there are components', {}, ['- /components components is required']],
  ['nothing unknown stands in it', { ...GOOD, nodes: [] }, ['- /nodes nodes is not a known field']],
  ['components are objects', { components: [1] }, ['- /components/0 components[0] must be an object']],
  ['ids are UUIDs', { components: [{ ...input, id: 'x-000000000007' }] }, ['7 /id id must be a UUID']],
  ['types are texts', { components: [{ ...input, type: 1 }] }, ['1 /type type must be a string']],
  ['names are not endless', { components: [{ ...input, name: 'x'.repeat(201) }] }, ['1 /name name must have at most 200 characters']],
  ['nothing unknown stands in a component', { components: [{ ...input, retries: 3 }] }, ['1 /retries retries is not a known field']],
  ['retry.maxAttempts has a limit', { components: [{ ...input, retry: { maxAttempts: 21 } }] }, ['1 /retry/maxAttempts retry.maxAttempts must be at most 20']],
  ['timeoutSeconds is positive', { components: [{ ...input, timeoutSeconds: 0 }] }, ['1 /timeoutSeconds timeoutSeconds must be at least 0.001']],
  ['a connection has both ends and a port', { ...GOOD, connections: [{ from: idOf(1) }] }, ['- /connections/0/port connections[0].port is required', '- /connections/0/to connections[0].to is required']],
  ['no text holds NUL', { components: [{ ...input, name: '\u0000' }] }, ['-  the definition must not contain NUL characters or lone surrogates']],
])('shape: %s', (_, definition, problems) => {
  expect(problemsOf(definition)).toEqual(problems);
});

test('there is at least one component', () => {
  expect(problemsOf({ components: [], connections: [] })).toEqual(['- /components the workflow has no component']);
});

test('there are at most 1,000 components', () => {
  const components = Array.from({ length: 1_001 }, (_, number) => component(number, 'output', { value: 1 }));
  expect(problemsOf({ components })).toEqual(['- /components components must have at most 1000 items']);
});

test('ids are unique, in whatever case', () => {
  const id = 'aaaaaaaa-7c1a-7b3e-9d55-000000000001';
  expect(problemsOf({ components: [{ ...input, id }, { ...answer, id: id.toUpperCase(), config: { value: 1 } }] })).toEqual([`1 /id the id ${id} is used by two components`]);
});

test('connections resolve', () => {
  expect(problemsOf({ components: [input], connections: [connect(1, 8)] })).toEqual([`1 /connections/0/to a connection leads to ${idOf(8)}, which does not exist`]);
  expect(problemsOf({ components: [component(2, 'output', { value: 1 })], connections: [connect(8, 2)] })).toEqual([`2 /connections/0/from a connection comes from ${idOf(8)}, which does not exist`]);
});

test('ports exist', () => {
  expect(problemsOf({ ...GOOD, connections: [connect(1, 2), connect(2, 3, 'true'), connect(2, 3)] })).toEqual(['2 /connections/1/port there is no port true; the ports are next, error']);
});

test('nothing is connected twice', () => {
  expect(problemsOf({ ...GOOD, connections: [...GOOD.connections, connect(2, 3)] })).toEqual(['2 /connections/2 the port next is connected twice to the same component']);
});

test('nothing leads to a trigger', () => {
  const early = component(4, 'delay', { seconds: 1 });
  expect(problemsOf({ components: [early, ...GOOD.components], connections: [connect(4, 1), ...GOOD.connections] })).toEqual(['1 /connections/0/to nothing may lead to a trigger']);
});

test('there is no cycle, and its components are named', () => {
  const wait = component(4, 'delay', { seconds: 1 }, { name: 'Wait' });
  expect(problemsOf({ components: [...GOOD.components, wait], connections: [...GOOD.connections, connect(3, 4), connect(4, 2)] })).toEqual([
    '2  the connections form a cycle: transform → output → Wait → transform',
  ]);
});

test('types exist', () => {
  expect(problemsOfOne('http', {})).toEqual(['2 /type there is no component type http']);
});

test.each<[string, string, JsonObject, string[]]>([
  ['what is missing is named', 'http-request', { method: 'GET' }, ['2 /config/url config.url is required']],
  ['what is unknown is named', 'output', { value: 1, valeu: 2 }, ['2 /config/valeu config.valeu is not a known field']],
  ['values fit', 'http-request', { method: 'FETCH', url: 'x' }, ['2 /config/method config.method must be one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS']],
  ['delay has one of seconds and until', 'delay', {}, ['2 /config config must have either seconds or until']],
  ['delay has not both', 'delay', { seconds: 1, until: 'x' }, ['2 /config config must have either seconds or until']],
  ['delay takes a number or a template', 'delay', { seconds: true }, ['2 /config/seconds config.seconds must be a number or a string']],
  ['delay goes forward', 'delay', { seconds: -1 }, ['2 /config/seconds config.seconds must be at least 0']],
  ['switch has a case', 'switch', { cases: [] }, ['2 /config/cases config.cases must have at least 1 item']],
  ['run-workflow names a workflow', 'run-workflow', { workflowId: 'x', componentId: idOf(9) }, ['2 /config/workflowId config.workflowId must be a UUID']],
  ['for-each names component and item', 'for-each', { items: '{{ name }}', workflowId: idOf(8) }, ['2 /config/componentId config.componentId is required', '2 /config/itemKey config.itemKey is required']],
  ['for-each runs a bounded number at once', 'for-each', { items: 'x', workflowId: idOf(8), componentId: idOf(9), itemKey: 'i', concurrency: 101 }, ['2 /config/concurrency config.concurrency must be at most 100']],
])('config: %s', (_, type, config, problems) => {
  expect(problemsOfOne(type, config)).toEqual(problems);
});

test('webhook: headers are named as headers can be', () => {
  expect(problemsOf({ components: [component(1, 'webhook', { deduplicateBy: ['x id'] })] })).toEqual(['1 /config/deduplicateBy/0 config.deduplicateBy[0] must be the name of a header']);
});

test('webhook: scheme hmac needs its header', () => {
  expect(problemsOf({ components: [component(1, 'webhook', { verification: { scheme: 'hmac', secret: 's' } })] })).toEqual(['1 /config/verification/header header is required with scheme hmac']);
});

test.each(['default', 'next', 'error'])('switch: the port name %s is reserved', (port) => {
  expect(problemsOfOne('switch', { cases: [{ port, expression: 'name' }] })).toEqual([`2 /config/cases/0/port the port name ${port} is reserved`]);
});

test('switch: port names are unique', () => {
  expect(problemsOfOne('switch', { cases: [{ port: 'a', expression: 'name' }, { port: 'a', expression: 'name' }] })).toEqual(['2 /config/cases/1/port the port name a is used twice']);
});

test.each<[string, JsonObject[], string]>([
  ['keys are unique', [{ key: 'a', type: 'TEXT' }, { key: 'a', type: 'TEXT' }], '/1/key the key a is used twice'],
  ['OBJECT has fields', [{ key: 'a', type: 'OBJECT' }], '/0/fields fields is required with type OBJECT'],
  ['nothing else has fields', [{ key: 'a', type: 'TEXT', fields: [] }], '/0/fields fields is allowed with type OBJECT only'],
  ['types exist', [{ key: 'a', type: 'DATE' }], '/0/type config.fields[0].type must be one of TEXT, NUMBER, BOOLEAN, DATE_TIME, LIST, OBJECT, JSON'],
  ['keys hold no dot', [{ key: 'a.b', type: 'TEXT' }], '/0/key config.fields[0].key must not hold a dot or a control character'],
  ['keys are not empty', [{ key: '', type: 'TEXT' }], '/0/key config.fields[0].key must not be empty'],
  ['nested keys are unique', [{ key: 'a', type: 'OBJECT', fields: [{ key: 'b', type: 'TEXT' }, { key: 'b', type: 'TEXT' }] }], '/0/fields/1/key the key b is used twice'],
  ['__proto__ is no key', [{ key: '__proto__', type: 'TEXT' }], '/0/key the key __proto__ is reserved'],
])('fields: %s', (_, fields, problem) => {
  expect(problemsOfOne('json-parse', { source: 'x', fields })).toEqual([`2 /config/fields${problem}`]);
});

test('fields stand on a declared value of type OBJECT only', () => {
  expect(problemsOfOne('transform', { expression: '1', type: 'OBJECT' })).toEqual(['2 /config/fields fields is required with type OBJECT']);
  expect(problemsOfOne('code', { source: '1', type: 'TEXT', fields: [] })).toEqual(['2 /config/fields fields is allowed with type OBJECT only']);
});

test.each(['first name', 'a.b', '1st', 'a-b'])('placeholder names are identifiers: not %s', (output) => {
  expect(problemsOfOne('transform', { expression: '1', type: 'TEXT' }, { output })).toEqual([
    `2 /output the placeholder name ${output} must be letters, digits and _, and not begin with a digit`,
  ]);
});

test.each(['error', 'true', 'and', '__proto__', 'constructor'])('placeholder names are not reserved words: not %s', (output) => {
  expect(problemsOfOne('transform', { expression: '1', type: 'TEXT' }, { output })).toEqual([`2 /output the placeholder name ${output} is reserved`]);
});

test('placeholder names of other scripts are fine', () => {
  expect(problemsOfOne('transform', { expression: '1', type: 'TEXT' }, { output: 'größe_1' })).toEqual([]);
});

test('placeholder names are unique across outputs and input keys', () => {
  expect(problemsOfOne('transform', { expression: '1', type: 'TEXT' }, { output: 'name' })).toEqual(['2 /output the placeholder name is produced by input as well']);
  const second = component(4, 'input', { placeholders: [{ key: 'other', type: 'TEXT' }, { key: 'name', type: 'TEXT' }] });
  expect(problemsOf({ ...GOOD, components: [...GOOD.components, second] })).toEqual(['4 /config/placeholders/1/key the placeholder name is produced by input as well']);
});

test('templates parse', () => {
  expect(problemsOfOne('output', { value: ['{{ name', '{{ name + }}'] })).toEqual([
    '2 /config/value/0 {{ name is not closed by }}',
    '2 /config/value/1 {{ name + }}: the expression does not parse at character 6: Unexpected end of expression',
  ]);
  expect(problemsOfOne('condition', { expression: 'name =' })).toEqual(['2 /config/expression the expression does not parse at character 6: Unexpected end of expression']);
});

test('templates name placeholders that exist', () => {
  expect(problemsOfOne('output', { value: '{{ nmae }} {{ $exists(other) }}' })).toEqual([
    '2 /config/value there is no placeholder nmae', '2 /config/value there is no placeholder other',
  ]);
});

test('templates name placeholders of components that come before', () => {
  expect(problemsOf({ ...GOOD, connections: [connect(1, 2), connect(1, 3)] })).toEqual([
    '3 /config/value/text the placeholder greeting is not available here: transform does not come before this component',
  ]);
});

test("a component's own output is not available to itself", () => {
  expect(problemsOfOne('transform', { expression: 'own', type: 'TEXT' }, { output: 'own', name: 'Own' })).toEqual([
    '2 /config/expression the placeholder own is not available here: Own does not come before this component',
  ]);
});

test('templates name fields that an object has', () => {
  expect(problemsOfOne('output', { value: '{{ order.totla }}' })).toEqual(['2 /config/value the placeholder order has no field totla']);
});

test('error is available behind an error port only', () => {
  const rescue = component(4, 'output', { value: '{{ error.message }}' });
  const definition = (port: string) => ({ components: [...GOOD.components, rescue], connections: [...GOOD.connections, connect(2, 4, port)] });
  expect(problemsOf(definition('error'))).toEqual([]);
  expect(problemsOf(definition('next'))).toEqual(['4 /config/value there is no placeholder error']);
});

test('all problems are named at once', () => {
  const broken = [component(1, 'nonsense'), component(2, 'delay'), component(3, 'output', { value: '{{ x }}' }, { name: 'End' })];
  expect(problemsOf({ components: broken, connections: [connect(2, 3, 'true'), connect(3, 2)] })).toEqual([
    '1 /type there is no component type nonsense',
    '2 /config config must have either seconds or until',
    '2 /connections/0/port there is no port true; the ports are next, error',
    '2  the connections form a cycle: delay → End → delay',
    '3 /config/value there is no placeholder x',
  ]);
});

const anyComponent = fc.record({
  id: fc.oneof(fc.constantFrom(idOf(1), idOf(2), idOf(3)), fc.jsonValue()),
  type: fc.oneof(fc.constantFrom(...COMPONENT_TYPES.map(({ type }) => type)), fc.jsonValue()),
  output: fc.oneof(fc.constantFrom('a', 'b', 'error', ''), fc.jsonValue()),
  config: fc.oneof(fc.dictionary(fc.constantFrom('placeholders', 'fields', 'cases', 'expression', 'value', 'source', 'type'), fc.oneof(fc.jsonValue(), fc.constant('{{ a }}'))), fc.jsonValue()),
}, { requiredKeys: ['id', 'type'] });
const anyConnection = fc.record({ from: fc.constantFrom(idOf(1), idOf(2), idOf(3)), port: fc.constantFrom('next', 'error', 'true'), to: fc.constantFrom(idOf(1), idOf(2), idOf(3)) });

test('no JSON makes the check throw, and every problem has a message', () => {
  const anyDefinition = fc.oneof(fc.jsonValue(), fc.record({ components: fc.array(anyComponent, { maxLength: 4 }), connections: fc.array(anyConnection, { maxLength: 4 }) }));
  fc.assert(fc.property(anyDefinition, (definition) => checkDefinition(definition).every(({ message }) => message.length > 0)), { numRuns: 300 });
});

test('a chain of a thousand components is checked in time that does not grow like its paths', () => {
  const components = Array.from({ length: 1_000 }, (_, number) => component(number, 'transform', { expression: number === 0 ? '1' : `p${number - 1} + 1`, type: 'NUMBER' }, { output: `p${number}` }));
  const connections = components.slice(1).map((_, index) => connect(index, index + 1));
  const start = performance.now();
  expect(problemsOf({ components, connections })).toEqual([]);
  expect(performance.now() - start).toBeLessThan(5_000);
});
