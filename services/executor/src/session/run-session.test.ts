import { describe, expect, test } from '@jest/globals';
import { chain, component, connections, outputOf, sessionFixture } from './testing/session-fixture.ts';

const input = (...keys: string[]) =>
  component('in', 'input', { placeholders: keys.map((key) => ({ key, type: 'JSON' })) });

describe('walking', () => {
  test('runs input, transform and output with all steps written with the end', async () => {
    const { run, store } = sessionFixture(
      chain(
        input('a'),
        component('double', 'transform', { expression: 'a * 2', type: 'NUMBER' }, { output: 'twice' }),
        component('out', 'output', { value: { result: '{{ twice }}', text: 'is {{ twice }}' } }),
      ),
    );
    expect(outputOf(await run({ placeholderValues: { a: 21 } }))).toEqual({ result: 42, text: 'is 42' });
    expect(store.events).toHaveLength(1);
    expect(
      [...store.steps.values()].map(({ componentId, status, output }) => ({ componentId, status, output })),
    ).toEqual([
      { componentId: 'in', status: 'SUCCEEDED', output: { a: 21 } },
      { componentId: 'double', status: 'SUCCEEDED', output: 42 },
      { componentId: 'out', status: 'SUCCEEDED', output: { result: 42, text: 'is 42' } },
    ]);
  });

  test('gives null when no output was reached', async () => {
    expect(outputOf(await sessionFixture(chain(input())).run())).toBeNull();
  });

  test('takes the last output in the definition order that ran', async () => {
    const definition = {
      components: [
        input('a'),
        component('late', 'output', { value: 'first' }),
        component('early', 'output', { value: 'second' }),
        component('dead', 'output', { value: 'never' }),
        component('if', 'condition', { expression: 'a = 1' }),
      ],
      connections: connections('in>early', 'in>late', 'in>if', 'if.false>dead'),
    };
    expect(outputOf(await sessionFixture(definition).run({ placeholderValues: { a: 1 } }))).toBe('second');
  });

  test('starts in the middle with placeholders of the ancestors', async () => {
    const { run, store } = sessionFixture(
      chain(
        input('a'),
        component('t', 'transform', { expression: 'a & "!"', type: 'TEXT' }, { output: 't' }),
        component('out', 'output', { value: '{{ t }}' }),
      ),
    );
    expect(outputOf(await run({ componentId: 't', placeholderValues: { a: 'x' } }))).toBe('x!');
    expect(store.stepsOf('in')).toHaveLength(0);
  });
});

describe('values from another workflow', () => {
  const placeholders = [
    { key: 'n', type: 'NUMBER' },
    { key: 'order', type: 'OBJECT', fields: [{ key: 'total', type: 'NUMBER' }] },
  ];
  const definition = chain(
    component('in', 'input', { placeholders }),
    component('out', 'output', { value: { n: '{{ n }}', order: '{{ order }}' } }),
  );

  test('are read by the types of the placeholders, objects also as a whole', async () => {
    const { run } = sessionFixture(definition);
    expect(outputOf(await run({ depth: 1, placeholderValues: { n: '5', order: { total: '7', more: 1 } } }))).toEqual({
      n: 5,
      order: { total: 7 },
    });
    expect(outputOf(await run({ depth: 1, placeholderValues: { n: 5, 'order.total': 7 } }))).toEqual({
      n: 5,
      order: { total: 7 },
    });
  });

  test('fail the session before any step when they do not fit, and the error names them', async () => {
    const { run, store } = sessionFixture(definition);
    const outcome = await run({ depth: 1, componentId: 'in', placeholderValues: { n: 'much', other: 1 } });
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: {
        code: 'FIELD_INVALID',
        componentId: 'in',
        message:
          'placeholderValues.n must be a number; ' +
          'placeholderValues.other is not a placeholder available to the component',
      },
    });
    expect(store.stepsOf('in')).toHaveLength(0);
  });
});
