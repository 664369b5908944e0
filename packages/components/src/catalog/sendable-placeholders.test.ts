import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import type { Component, Connection, JsonObject } from '@workflow/workflow-model';
import { sendablePlaceholders } from '../descriptors.ts';

const component = (id: string, type: string, config: JsonObject = {}, output?: string): Component => ({
  id,
  type,
  config,
  ...(output !== undefined && { output }),
});
/** Connections written as `from>to` or `from.port>to`. */
const connect = (...lines: string[]): Connection[] =>
  lines.map((line) => {
    const [from = '', to = ''] = line.split('>');
    const [id = '', port = 'next'] = from.split('.');
    return { from: id, port, to };
  });
const input = component('in', 'input', { placeholders: [{ key: 'id', type: 'TEXT' }] });
const compute = (id: string, expression: string, output = id) =>
  component(id, 'transform', { expression, type: 'NUMBER' }, output);

const threeBranches = {
  components: [
    input,
    compute('price', '1'),
    compute('raw', '2'),
    compute('stock', 'raw + 1'),
    compute('tax', 'id'),
    compute('unread', '3'),
    compute('apart', '4'),
    compute('value', 'price * stock * tax.total.apart'),
    component('out', 'output', { value: { text: 'unread {{ value }}' } }),
  ],
  connections: connect(
    'in>price',
    'in>raw',
    'raw>stock',
    'in>tax',
    'in>unread',
    'in>apart',
    'price>value',
    'stock>value',
    'tax>value',
    'unread>value',
    'value>out',
  ),
};
const keys = (definition: Parameters<typeof sendablePlaceholders>[0], id: string) =>
  sendablePlaceholders(definition, id).map((field) => field.key);

test('from one branch of a join, what the join reads of the others may be sent, and what that needs', () => {
  expect(keys(threeBranches, 'price')).toEqual(['id', 'raw', 'stock', 'tax']);
  expect(keys(threeBranches, 'stock')).toEqual(['id', 'price', 'raw', 'tax']);
  expect(keys(threeBranches, 'tax')).toEqual(['id', 'price', 'raw', 'stock']);
});

test('from the trigger, where everything runs, its own outputs only', () => {
  expect(keys(threeBranches, 'in')).toEqual(['id']);
});

test('from the join, the outputs of all before it, read or not', () => {
  expect(keys(threeBranches, 'value')).toEqual(['id', 'price', 'raw', 'stock', 'tax', 'unread']);
});

test('from one trigger of two, what is read of the other', () => {
  const definition = {
    components: [
      input,
      component('hook', 'webhook', {}, 'request'),
      component('out', 'output', { value: '{{ $exists(request) ? request : id }}' }),
    ],
    connections: connect('in>out', 'hook>out'),
  };
  expect(keys(definition, 'in')).toEqual(['id', 'request']);
  expect(keys(definition, 'hook')).toEqual(['id', 'request']);
});

test.each<[string, Component]>([
  ['a template in a list', component('join', 'output', { value: ['{{ a }} and {{ b }}'] })],
  ['a quoted name', component('join', 'output', { value: '{{ `b` }}' })],
  ['a name after a text with braces', component('join', 'output', { value: '{{ "}}" & b }}' })],
  ['all placeholders', component('join', 'output', { value: '{{ $keys($$) }}' })],
  ['code, which may read anything', component('join', 'code', { source: 'return 1', type: 'NUMBER' })],
  ['a switch', component('join', 'switch', { cases: [{ port: 'yes', expression: 'b > 1' }] })],
])('%s reads the other branch', (_, join) => {
  const definition = {
    components: [input, compute('a', '1'), compute('b', '2'), join],
    connections: connect('in>a', 'in>b', 'a>join', 'b>join'),
  };
  expect(keys(definition, 'a')).toEqual(['id', 'b']);
});

test.each<[string, Component]>([
  ['a plain text', component('join', 'output', { value: 'b' })],
  ['text next to a template', component('join', 'output', { value: 'b {{ a }} b' })],
  ['a field of that name', component('join', 'output', { value: '{{ a.b }}' })],
  ['a variable of that name', component('join', 'output', { value: '{{ ($b := a; $b) }}' })],
])('%s does not', (_, join) => {
  const definition = {
    components: [input, compute('a', '1'), compute('b', '2'), join],
    connections: connect('in>a', 'in>b', 'a>join', 'b>join'),
  };
  expect(keys(definition, 'a')).toEqual(['id']);
});

test('the error of a branch that will not run may be sent where it is read', () => {
  const definition = {
    components: [
      input,
      component('call', 'http-request', {}, 'called'),
      compute('other', '1'),
      component('out', 'output', { value: '{{ error.code ?? other }}' }),
    ],
    connections: connect('in>call', 'in>other', 'call.error>out', 'other>out'),
  };
  expect(keys(definition, 'other')).toEqual(['id', 'error']);
});

test('a component that does not exist has none', () => {
  expect(keys(threeBranches, 'nowhere')).toEqual([]);
});

test('a thousand components that read some of ten thousand placeholders are gone over in a short turn', async () => {
  const id = (number: number): string => `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const placeholders = Array.from({ length: 10_000 }, (_, number) => ({ key: `p${number}`, type: 'TEXT' }));
  const components: Component[] = Array.from({ length: 1_000 }, (_, number) =>
    number === 0
      ? { id: id(0), type: 'input', config: { placeholders } }
      : { id: id(number), type: 'output', config: { value: `{{p${number}}}` } },
  );
  const connections = components.slice(1).map((_, at) => ({ from: id(at), port: 'next', to: id(at + 1) }));
  let count = 0;
  const turnMs = await longestTurnMs(() => {
    count = sendablePlaceholders({ components, connections }, id(0)).length;
    return Promise.resolve();
  }, 100);
  expect(count).toBe(10_000);
  expect(turnMs).toBeLessThan(100);
});
