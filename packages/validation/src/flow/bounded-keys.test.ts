import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import { checkFlow } from '../definitions/check-flow.ts';
import { component } from '../definitions/definition-fixtures.ts';
import { compileFlowKeys } from './compile-flow-keys.ts';

const MEGABYTE = 1_048_576;
const trimmed = (times: number, inner: string) => '$trim('.repeat(times) + inner + ')'.repeat(times);
const joined = (text: string, times: number) => `(${Array.from({ length: times }, () => text).join('&')})`;
const definitionWith = (key: string) => ({
  components: [
    component(1, 'input', {
      placeholders: [
        { key: 't', type: 'TEXT' },
        { key: 'l', type: 'JSON' },
      ],
    }),
  ],
  connections: [],
  flow: { order: { key } },
});

const HOSTILE: [string, string][] = [
  ['one that joins and trims', `$substring(${trimmed(25, joined('t', 100))}, 0, 9)`],
  ['one that makes items of characters', `$string($count($split(${joined('t', 40)}, "").(${joined('$', 60)})))`],
  ['one that escapes what it escaped', `$substring($string([$string([${joined('l', 100)}])]), 0, 9)`],
  ['one that filters by joined texts', `$string($count(l[${trimmed(30, joined('t', 100))} = "a"]))`],
];

test.each(HOSTILE)('%s cannot be published as a key', (_what, key) => {
  expect(checkFlow(definitionWith(key))).toMatchObject([
    {
      componentId: null,
      path: '/flow/order/key',
      message: expect.stringMatching(/^flow\.order\.key: .*(cost|too long)/),
    },
  ]);
});

test.each(HOSTILE)('%s that was stored all the same is not evaluated', async (_what, key) => {
  const keysOf = compileFlowKeys(definitionWith(key));
  const values = { t: ' a'.repeat(MEGABYTE / 2), l: Array.from({ length: 50_000 }, () => ({ t: ' a ' })) };
  let problems: string[] = [];
  const longestMs = await longestTurnMs(async () => {
    problems = (await keysOf?.(values))?.problems ?? [];
  }, 50);
  expect(problems).toEqual([expect.stringContaining('flow.order.key: the expression costs too much')]);
  expect(longestMs).toBeLessThan(50);
});

test.each([
  ['a text', '$substring($trim($trim(t & t)), 0, 9)'],
  ['a list', '$string($sum(l.n))'],
  ['everything', '$string($count($keys($)))'],
])('a key over %s that is too large fails before it is evaluated', async (_what, key) => {
  const definition = definitionWith(key);
  expect(checkFlow(definition)).toEqual([]);
  const values = { t: ' a'.repeat(MEGABYTE / 2), l: Array.from({ length: 50_000 }, (_, n) => ({ n })) };
  const outcome = await compileFlowKeys(definition)?.(values);
  expect(outcome?.problems).toEqual([
    expect.stringMatching(/^flow\.order\.key: the expression may read at most \d+ characters$/),
  ]);
  expect(await compileFlowKeys(definition)?.({ t: 'a', l: [{ n: 1 }] })).toMatchObject({ problems: [] });
});

test('keys of many sessions leave the event loop to others in between', async () => {
  const keysOf = compileFlowKeys(definitionWith('$substring($trim(t), 0, 9)'));
  const values = { t: ' a'.repeat(30_000) };
  if (keysOf === null) throw new Error('the workflow has no keys');
  const longestMs = await longestTurnMs(() => Promise.all(Array.from({ length: 100 }, () => keysOf(values))), 80);
  expect(longestMs).toBeLessThan(80);
});

test('the message of an expression about a large value is cut', async () => {
  const outcome = await compileFlowKeys(definitionWith('$number(t)'))?.({ t: 'x'.repeat(30_000) });
  expect(outcome?.problems[0]?.length).toBeLessThan(600);
});
