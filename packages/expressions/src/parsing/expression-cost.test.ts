import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import type { Json } from '@workflow/workflow-model';
import fc from 'fast-check';
import jsonata from 'jsonata';
import { inputSize } from './input-size.ts';
import { findCostlyPart, parseExpression, type ParsedExpression } from './parse-expression.ts';

function parsed(source: string): ParsedExpression {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw new Error(outcome.problems.join('; '));
  return outcome.value;
}

const nested = (name: string, times: number, inner: string) => `$${name}(`.repeat(times) + inner + ')'.repeat(times);
const chain = (text: string, times: number) => `(${Array.from({ length: times }, () => text).join('&')})`;

test.each([
  ['a plain path', 'request.body.id', Infinity],
  ['a lowercase address', '$lowercase(request.body.email)', 65_536],
  ['a short template', '$uppercase(name) & "-" & $string(order.total)', 16_384],
  ['the name before the @', '$substringBefore(request.body.email, "@")', 16_384],
  ['the first of a list', '$string(items[0].id)', 8_192],
])('%s may read all that honest callers send', (_what, source, least) => {
  expect(parsed(source).maxInputSize).toBeGreaterThanOrEqual(least);
});

test.each([
  ['texts that are joined and trimmed again and again', nested('trim', 25, chain('t', 90))],
  ['texts of lists of texts', nested('string', 1, `[${nested('string', 1, chain('t', 100))}]`)],
  ['characters as items, each made into a text', `$split(t, "").(${chain('$', 60)})`],
  ['a filter that trims each item', `items[${nested('trim', 30, chain('name', 60))} = "a"]`],
  ['upper case of upper case', nested('uppercase', 40, 't')],
])('%s are not for an event loop', (_what, source) => {
  expect(parsed(source).maxInputSize).toBeLessThan(4_096);
});

test('the costly part of an expression is found by its position', () => {
  const costly = nested('trim', 25, chain('t', 90));
  const at = findCostlyPart(`name & "-" & ${costly}`, 4_096);
  expect(at).toBeGreaterThanOrEqual('name & "-" & '.length);
});

const leaf = fc.constantFrom('t', 'l', 'o', 'l.a', 'o.k', 't[0]', 'l[a=1]', '"x"', '""', '1');
const { expression: anyExpression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'medium' },
    leaf,
    fc
      .tuple(
        fc.constantFrom('trim', 'length', 'string', 'uppercase', 'encodeUrlComponent', 'keys', 'merge', 'sum', 'not'),
        tie('expression'),
      )
      .map(([name, argument]) => `$${name}(${argument})`),
    fc
      .tuple(fc.constantFrom('contains', 'append', 'split', 'lookup', 'string'), tie('expression'), leaf)
      .map(([name, first, second]) => `$${name}(${first}, ${second})`),
    fc.tuple(tie('expression'), fc.integer({ min: 2, max: 12 })).map(([each, times]) => chain(each, times)),
    tie('expression').map((value) => `[${value}, {"k": ${value}}]`),
    fc.tuple(leaf, tie('expression')).map(([items, each]) => `${items}.(${each})`),
    fc.tuple(leaf, tie('expression')).map(([items, filter]) => `${items}[${filter}]`),
  ),
}));

const TEXTS = [' a', '\u0001', '€', ' ', '\\"'];
const ITEMS: Json[] = [0.123456789012, { a: 1 }, '"', []];

/** Returns the largest input of these texts and items that an expression may have. */
function inputFor(expression: ParsedExpression, text: string, item: Json) {
  for (let size = 262_144; size > 0; size = Math.floor(size * 0.7)) {
    const t = text.repeat(size / text.length);
    const l = Array.from({ length: Math.floor(size / 20) }, () => item);
    const input = { t, l, o: { k: t, a: l } };
    if (inputSize(expression, input, Infinity) <= expression.maxInputSize) return input;
  }
  return {};
}

test.each(['$contains(t, p)', '$contains(t, t & p)', '$split(t, p)', '$substringBefore(t, p)', 't.$contains(p)'])(
  '%s holds up an event loop for no longer than a blink, although the sought text nearly fits everywhere',
  async (source) => {
    const { maxInputSize } = parsed(source);
    expect(maxInputSize).toBeGreaterThanOrEqual(4_096);
    for (const share of [0.1, 0.3, 0.5]) {
      const sought = Math.floor(maxInputSize * share);
      const input = {
        t: 'a'.repeat(maxInputSize - sought),
        p: `${'a'.repeat(Math.floor(sought / 4))}b${'a'.repeat(Math.floor(sought * 0.75))}`,
      };
      const expression = jsonata(source);
      expect(await longestTurnMs(() => expression.evaluate(input) as Promise<unknown>, 50)).toBeLessThan(50);
    }
  },
);

test('an expression over its largest input holds up an event loop for no longer than a blink', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyExpression,
      fc.constantFrom(...TEXTS),
      fc.constantFrom(...ITEMS),
      async (source, text, item) => {
        const outcome = parseExpression(source);
        fc.pre(outcome.ok && outcome.value.maxInputSize >= 64 && outcome.value.kind === 'safe');
        const input = inputFor(parsed(source), text, item);
        const expression = jsonata(source);
        // The time of an expression that fails counts as well.
        const spentMs = await longestTurnMs(
          () => expression.evaluate(input).catch(() => undefined) as Promise<unknown>,
          50,
        );
        expect(spentMs).toBeLessThan(50);
      },
    ),
    { numRuns: 200 },
  );
});
