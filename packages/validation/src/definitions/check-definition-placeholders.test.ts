import { expect, test } from '@jest/globals';
import { component, connect, GOOD, problemsOf, problemsOfOne } from './definition-fixtures.ts';

test.each(['first name', 'a.b', '1st', 'a-b'])('placeholder names are identifiers: not %s', async (output) => {
  expect(await problemsOfOne('transform', { expression: '1', type: 'TEXT' }, { output })).toEqual([
    `2 /output The placeholder name ${output} must consist of letters, digits and _, and must not begin with a digit`,
  ]);
});

test.each(['error', 'true', 'and', '__proto__', 'constructor'])(
  'placeholder names are not reserved words: not %s',
  async (output) => {
    expect(await problemsOfOne('transform', { expression: '1', type: 'TEXT' }, { output })).toEqual([
      `2 /output The placeholder name ${output} is reserved`,
    ]);
  },
);

test('placeholder names of other scripts are fine', async () => {
  expect(await problemsOfOne('transform', { expression: '1', type: 'TEXT' }, { output: 'größe_1' })).toEqual([]);
});

test('placeholder names are unique across outputs and input keys', async () => {
  expect(await problemsOfOne('transform', { expression: '1', type: 'TEXT' }, { output: 'name' })).toEqual([
    '2 /output The placeholder name is also produced by input',
  ]);
  const second = component(4, 'input', {
    placeholders: [
      { key: 'other', type: 'TEXT' },
      { key: 'name', type: 'TEXT' },
    ],
  });
  expect(await problemsOf({ ...GOOD, components: [...GOOD.components, second] })).toEqual([
    '4 /config/placeholders/1/key The placeholder name is also produced by input',
  ]);
});

test('templates parse', async () => {
  expect(await problemsOfOne('output', { value: ['{{ name', '{{ name + }}'] })).toEqual([
    '2 /config/value/0 {{ name is not closed by }}',
    '2 /config/value/1 {{ name + }}: the expression does not parse at character 6: Unexpected end of expression',
  ]);
  expect(await problemsOfOne('condition', { expression: 'name =' })).toEqual([
    '2 /config/expression the expression does not parse at character 6: Unexpected end of expression',
  ]);
});

test.each([
  ['condition', { expression: '' }, ['2 /config/expression config.expression must not be empty']],
  ['condition', { expression: ' ' }, ['2 /config/expression config.expression must not be empty']],
  [
    'switch',
    { cases: [{ port: 'a', expression: '\n' }] },
    ['2 /config/cases/0/expression config.cases[0].expression must not be empty'],
  ],
  ['output', { value: 'a {{ }}' }, ['2 /config/value {{ }}: the expression is empty']],
])('an empty expression of %s is named once: %j', async (type, config, problems) => {
  expect(await problemsOfOne(type, config)).toEqual(problems);
});

test('templates name placeholders that exist', async () => {
  expect(await problemsOfOne('output', { value: '{{ nmae }} {{ $exists(other) }}' })).toEqual([
    '2 /config/value There is no placeholder nmae',
    '2 /config/value There is no placeholder other',
  ]);
});

test('templates name placeholders of earlier components', async () => {
  expect(await problemsOf({ ...GOOD, connections: [connect(1, 2), connect(1, 3)] })).toEqual([
    '3 /config/value/text The placeholder greeting is not available here, because transform does not run before this ' +
      'component',
  ]);
});

test("a component's own output is not available to itself", async () => {
  expect(await problemsOfOne('transform', { expression: 'own', type: 'TEXT' }, { output: 'own', name: 'Own' })).toEqual(
    ['2 /config/expression The placeholder own is not available here, because Own does not run before this component'],
  );
});

test('templates name fields that an object has', async () => {
  expect(await problemsOfOne('output', { value: '{{ order.totla }}' })).toEqual([
    '2 /config/value The placeholder order has no field totla',
  ]);
});

test('error is available only behind an error port', async () => {
  const rescue = component(4, 'output', { value: '{{ error.message }}' });
  const definition = (port: string) => ({
    components: [...GOOD.components, rescue],
    connections: [...GOOD.connections, connect(2, 4, port)],
  });
  expect(await problemsOf(definition('error'))).toEqual([]);
  expect(await problemsOf(definition('next'))).toEqual(['4 /config/value There is no placeholder error']);
});
