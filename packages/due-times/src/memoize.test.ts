import { expect, test } from '@jest/globals';
import { memoize } from './memoize.ts';

function counting() {
  const computed: string[] = [];
  const of = memoize((...texts: string[]) => {
    computed.push(texts.join('+'));
    return texts.length;
  });
  return { of, computed };
}

test('computes once for the same texts', () => {
  const { of, computed } = counting();
  expect([of('a', 'b'), of('a'), of('a', 'b')]).toEqual([2, 1, 2]);
  expect(computed).toEqual(['a+b', 'a']);
});

test('caches at most 1,000 results, and none of long texts', () => {
  const { of, computed } = counting();
  for (let made = 0; made <= 1_000; made += 1) of(`${made}`);
  of('1000');
  expect(computed).toHaveLength(1_001);
  of('0');
  expect(computed).toHaveLength(1_002);
  for (let again = 0; again < 2; again += 1) of('x'.repeat(201));
  expect(computed).toHaveLength(1_004);
});

test('calls the function again after it threw', () => {
  let tries = 0;
  const of = memoize((text: string) => {
    tries += 1;
    if (tries === 1) throw new Error(text);
    return text;
  });
  expect(() => of('a')).toThrow('a');
  expect(of('a')).toBe('a');
});
