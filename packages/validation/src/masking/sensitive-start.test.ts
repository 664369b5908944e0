import { expect, test } from '@jest/globals';
import type { Component, Definition, Field, JsonObject } from '@workflow/workflow-model';
import { hideStart } from './sensitive-start.ts';

const CUSTOMER: Field = {
  key: 'customer',
  type: 'OBJECT',
  fields: [
    { key: 'name', type: 'TEXT' },
    { key: 'pin', type: 'NUMBER', sensitive: true },
  ],
};

function component(id: string, type: string, config: JsonObject, output?: string): Component {
  return { id, type, config, ...(output !== undefined && { output }) };
}

function definition(...components: Component[]): Definition {
  return { components, connections: [] };
}

const input = definition(
  component('in', 'input', { placeholders: [CUSTOMER, { key: 'note', type: 'TEXT' }] } as never),
);

/** A webhook whose body a component reads. */
const atPath = (path: string): Definition =>
  definition(
    component('hook', 'webhook', {}, 'request'),
    component('parse', 'json-parse', { source: '{{ request }}', path, fields: [CUSTOMER] } as never, 'data'),
  );

function webhook(source: string, ...between: Component[]): Definition {
  const fields = [{ key: 'body', type: 'OBJECT', fields: [CUSTOMER] }];
  const parse = component('parse', 'json-parse', { source, fields } as never, 'data');
  return definition(component('hook', 'webhook', {}, 'request'), ...between, parse);
}

const request = (body: unknown) => JSON.stringify({ method: 'POST', body });

test('a definition without sensitive fields hides nothing', () => {
  const plain = definition(component('in', 'input', { placeholders: [{ key: 'note', type: 'TEXT' }] }));
  expect(hideStart(plain, { note: 'x' })).toBeNull();
});

test.each<[string, Definition, JsonObject, JsonObject]>([
  [
    'a field by its dotted key, and in other texts',
    input,
    { 'customer.name': 'Ada', 'customer.pin': 4711, note: 'pin 4711' },
    { 'customer.name': 'Ada', 'customer.pin': '•••', note: 'pin •••' },
  ],
  ['a short one in its place', input, { 'customer.pin': 7, note: 'pin 7' }, { 'customer.pin': '•••', note: 'pin 7' }],
  [
    'a whole OBJECT, as another workflow gives it',
    input,
    { customer: { name: 'Ada', pin: 4711 } },
    { customer: { name: 'Ada', pin: '•••' } },
  ],
  [
    'what a component is going to read at a path of a request',
    atPath('/body'),
    { request: request({ customer: { name: 'Ada', pin: 4711 } }) },
    { request: '{"method":"POST","body":{"customer":{"name":"Ada","pin":•••}}}' },
  ],
  [
    'what a component is going to read from a text at a path of a request',
    atPath('/body/text'),
    { request: request({ text: '{"customer":{"name":"Ada","pin":4711}}' }) },
    { request: '{"method":"POST","body":{"text":"{\\"customer\\":{\\"name\\":\\"Ada\\",\\"pin\\":•••}}"}}' },
  ],
  [
    'what a component is going to read from a request',
    webhook('{{ request }}'),
    { request: request({ customer: { name: 'Ada', pin: 4711 } }) },
    { request: '{"method":"POST","body":{"customer":{"name":"Ada","pin":•••}}}' },
  ],
  [
    'the whole request where a text cannot be searched',
    webhook('{{ request }}'),
    { request: request({ customer: { name: 'Ada', pin: 47 } }) },
    { request: '•••' },
  ],
  [
    'the whole request where the expression does not show what is read',
    webhook('{{ $trim(request) }}'),
    { request: request({}) },
    { request: '•••' },
  ],
  [
    'the whole request where another component hands it on',
    webhook('{{ copy }}', component('copy', 'transform', { expression: 'request', type: 'TEXT' }, 'copy')),
    { request: request({}) },
    { request: '•••' },
  ],
])('hides %s', (_what, workflow, values, shown) => {
  expect(hideStart(workflow, values)).toMatchObject({ shown, hidden: { value: values } });
});

test('a request that writes a value with escapes is hidden as a whole', () => {
  const escaped = '{"body":{"customer":{"name":"Ada","pin":"47\\u00311"}}}';
  expect(hideStart(webhook('{{ request }}'), { request: escaped })?.shown).toEqual({ request: '•••' });
});

test('what a parent calls sensitive is hidden in its children', () => {
  const plain = definition(component('in', 'input', { placeholders: [{ key: 'note', type: 'TEXT' }] }));
  expect(hideStart(plain, { note: 'pin 4711' }, [4711])?.shown).toEqual({ note: 'pin •••' });
});
