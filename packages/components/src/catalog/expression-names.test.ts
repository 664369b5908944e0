import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import { fieldsRead, namesRead } from './expression-names.ts';

const reader = (expression: string) => ({ id: 'a', type: 'transform', config: { expression, type: 'JSON' } });

test('names are found, without those of fields and variables', () => {
  expect(namesRead(reader('a . b & $sum( c.d ) & $ e'))).toMatchObject({ names: null });
  expect(namesRead(reader('a . b & $sum( c.d )')).names).toEqual(new Set(['a', 'c']));
});

test.each<[string, string[] | null]>([
  ['a.x & a . `y`', ['x', 'y']],
  ['a.x & $f.a.z', ['x', 'z']],
  ['a.x & b', ['x']],
  ['a.x & [a]', null],
  ['`a`.x + ab + b.a1', ['x']],
  ['b.x', []],
  ['$$', null],
])('%s reads the fields %j of a', (expression, fields) => {
  const read = fieldsRead(reader(expression), 'a');
  expect(read === null ? null : [...read]).toEqual(fields);
});

test('a long gap in an expression holds up no loop', async () => {
  const expression = `[<a>${' '.repeat(300_000)}</a>]`;
  expect(await longestTurnMs(async () => void namesRead(reader(expression)), 100)).toBeLessThan(100);
});
