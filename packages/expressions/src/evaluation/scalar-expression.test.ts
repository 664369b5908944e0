import jsonata from 'jsonata';
import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import type { SyntaxNode } from '../parsing/syntax-node.ts';
import { compileScalar, UNDECIDED } from './scalar-expression.ts';

const compile = (source: string) => compileScalar(jsonata(source).ast() as SyntaxNode, ['item', 'index']);

const atom = fc.constantFrom(
  ...['item.a', 'item.b', 'item.c.d', 'item.none', 'limit', 'index', '1', '0', '2.5', '"a"', '""', 'true', 'null'],
);
const expression = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    atom,
    fc
      .tuple(
        tie('node'),
        fc.constantFrom('=', '!=', '<', '<=', '>', '>=', 'and', 'or', '+', '-', '*', '/', '%'),
        tie('node'),
      )
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
    tie('node').map((one) => `$not(${one})`),
    fc.tuple(tie('node'), tie('node')).map(([text, sought]) => `$contains(${text}, ${sought})`),
  ),
})).node;
const scalar = fc.constantFrom<unknown>(1, 0, -3, 2.5, 'a', '', 'ab', true, false, null, [1], { d: 1 });

test('gives what JSONata gives, wherever it decides', async () => {
  let decided = 0;
  await fc.assert(
    fc.asyncProperty(expression, scalar, scalar, async (source, a, b) => {
      const input = { item: { a, b, c: { d: 'a' } }, index: 2, limit: 1 };
      const value = compile(source)?.(input) ?? undefined;
      if (value === UNDECIDED) return;
      decided += 1;
      expect(value ?? null).toEqual((await jsonata(source).evaluate(input)) ?? null);
    }),
    { numRuns: 600 },
  );
  expect(decided).toBeGreaterThan(150);
});

test.each(['item.a[0]', '$count(item.a)', 'item.a & "b"', '$$.item', 'item.(a > 1)', 'a ~> $not', '[1] = item.a'])(
  'leaves %s to JSONata',
  (source) => {
    expect(compile(source)).toBeNull();
  },
);

test('a placeholder that is missing is left to JSONata, which fails', () => {
  expect(compile('item.none > 1')!({ item: {} })).toBeUndefined();
  expect(compile('item.a > none')!({ item: { a: 1 } })).toBe(UNDECIDED);
});
