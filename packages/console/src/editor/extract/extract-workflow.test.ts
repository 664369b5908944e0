import { describe, expect, test } from '@jest/globals';
import type { Component, Connection, JsonObject } from '@workflow/workflow-model';
import type { Draft } from '../draft/draft-store.ts';
import { extractWorkflow } from './extract-workflow.ts';

const one = (id: string, type: string, config: JsonObject, more: Partial<Component> = {}): Component => ({
  id,
  type,
  name: id,
  config,
  ...more,
});
const made = (id: string, expression: string, type = 'TEXT'): Component =>
  one(id, 'transform', { expression, type }, { output: id });
const line = (from: string, to: string, port = 'next'): Connection => ({ from, port, to });
const START = one('start', 'input', {
  placeholders: [
    { key: 'name', type: 'TEXT' },
    { key: 'nick', type: 'TEXT', optional: true },
    { key: 'order', type: 'OBJECT', fields: [{ key: 'total', type: 'NUMBER' }] },
  ],
});

function draftOf(components: Component[], connections: Connection[]): Draft {
  return { name: 'Orders', description: '', components, connections };
}

function extract(draft: Draft, ...ids: string[]) {
  let count = 0;
  return extractWorkflow(draft, new Set(ids), () => `new-${(count += 1)}`);
}

const CHAIN = draftOf(
  [
    START,
    made('a', 'name & "!"'),
    made('b', 'order.total * 2', 'NUMBER'),
    one('end', 'output', { value: '{{ a }} {{ b }}' }),
  ],
  [line('start', 'a'), line('a', 'b'), line('b', 'end')],
);

test('takes what is read from outside, and gives what later components read under the same names', () => {
  const { definition, takes, gives, replace } = extract(CHAIN, 'a', 'b');
  expect(takes.map(({ key }) => key)).toEqual(['name', 'order']);
  expect(gives).toEqual([
    { key: 'a', type: 'TEXT' },
    { key: 'b', type: 'NUMBER' },
  ]);
  expect(definition.connections).toEqual([line('new-1', 'a'), line('a', 'b'), line('b', 'new-2')]);
  expect(definition.components.at(-1)?.config).toEqual({ value: { a: '{{ a }}', b: '{{ b }}' } });
  const draft = replace('child')(CHAIN);
  expect(draft.components.map(({ type, output }) => [type, output])).toEqual([
    ['input', undefined],
    ['output', undefined],
    ['run-workflow', 'run'],
    ['transform', 'a'],
    ['transform', 'b'],
  ]);
  expect(draft.components[2]?.config).toEqual({
    workflowId: 'child',
    componentId: 'new-1',
    placeholderValues: { name: '{{ name }}', order: '{{ order }}' },
    wait: true,
  });
  expect(draft.components[4]?.config).toEqual({ expression: 'run.output.b', type: 'NUMBER' });
  const [run, a, b] = draft.components.slice(2).map(({ id }) => id) as [string, string, string];
  expect(draft.connections).toEqual([line('start', run), line(run, a), line(a, b), line(b, 'end')]);
});

test('later components move behind the new cards', () => {
  const components = CHAIN.components.map((component, index) => ({ ...component, position: { x: 100 * index, y: 5 } }));
  const draft = { ...CHAIN, components };
  const { components: after } = extract(draft, 'a', 'b').replace('child')(draft);
  expect(after.map(({ name, position }) => [name, position?.x])).toEqual([
    ['start', 0],
    ['end', 940],
    ['Run workflow', 100],
    ['Read a', 380],
    ['Read b', 660],
  ]);
});

test('components at the end need no output, and what nobody reads is not given', () => {
  const draft = draftOf([START, made('a', 'name'), made('b', 'a')], [line('start', 'a'), line('a', 'b')]);
  const { definition, gives, replace } = extract(draft, 'b');
  expect(gives).toEqual([]);
  expect(definition.components.map(({ type }) => type)).toEqual(['input', 'transform']);
  expect(replace('child')(draft).connections).toHaveLength(2);
});

test('a branch whose ends meet within may be taken whole', () => {
  const { gives } = extract(branch(), 'if', 'yes', 'no', 'join');
  expect(gives.map(({ key }) => key)).toEqual(['join']);
});

function branch(read = '{{ join }}'): Draft {
  return draftOf(
    [
      START,
      one('if', 'condition', { expression: 'name = "Ada"' }),
      made('yes', '"yes"'),
      made('no', '"no"'),
      made('join', '"joined"'),
      one('end', 'output', { value: read }),
    ],
    [
      line('start', 'if'),
      line('if', 'yes', 'true'),
      line('if', 'no', 'false'),
      line('yes', 'join'),
      line('no', 'join'),
      line('join', 'end'),
    ],
  );
}

describe('explains why not', () => {
  test.each([
    ['nothing is selected', CHAIN, [], 'No component is selected'],
    ['a trigger', CHAIN, ['start', 'a'], 'start starts this workflow'],
    ['an output', CHAIN, ['b', 'end'], 'end sets the output of this workflow'],
    [
      'several beginnings',
      branch(),
      ['yes', 'no'],
      'There must be one first component, but there are several: yes, no',
    ],
    ['several ends', branch(), ['if'], 'Several selected components lead to components outside'],
    ['an end within a branch', branch(), ['if', 'no'], 'Several selected components lead to components outside'],
    ['a value of one branch', branch('{{ yes ?? 1 }}'), ['if', 'yes', 'no', 'join'], 'yes does not always produce'],
    [
      'a value that may be missing',
      draftOf([START, made('a', 'nick ?? name')], [line('start', 'a')]),
      ['a'],
      'a reads nick, which may have no value',
    ],
    [
      'a value of a branch outside',
      draftOf(
        [...branch().components.slice(0, 5), made('last', '$string(yes ?? no)')],
        [...branch().connections.slice(0, 5), line('join', 'last')],
      ),
      ['last'],
      'last reads yes, which may have no value',
    ],
    [
      'the error of a failure outside',
      draftOf([START, made('a', 'name'), made('b', 'error.code')], [line('start', 'a'), line('a', 'b', 'error')]),
      ['b'],
      'b reads error',
    ],
    [
      'an answer to a delivery',
      draftOf([START, one('answer', 'respond', { body: 1 })], [line('start', 'answer')]),
      ['answer'],
      'answer only works in this workflow',
    ],
    [
      'what follows one branch only',
      draftOf(
        [START, one('if', 'condition', { expression: 'true' }), made('yes', '1'), one('end', 'output', { value: 1 })],
        [line('start', 'if'), line('if', 'yes', 'true'), line('yes', 'end')],
      ),
      ['if', 'yes'],
      'The components after yes do not always run',
    ],
    ['nothing leads there', draftOf([START, made('a', '1')], []), ['a'], 'Nothing leads to the selected components'],
  ])('%s', (_what, draft, ids, reason) => {
    expect(() => extract(draft, ...ids)).toThrow(reason);
  });
});
