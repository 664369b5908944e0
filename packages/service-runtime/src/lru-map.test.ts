import { expect, test } from '@jest/globals';
import { LruMap } from './lru-map.ts';

test('the least recently used entry makes room', () => {
  const map = new LruMap<string, number>(3);
  map.set('a', 1);
  map.set('b', 2);
  map.set('c', 3);
  expect(map.get('a')).toBe(1);
  map.set('d', 4);
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([1, undefined, 3, 4]);
  expect(map.size).toBe(3);
});

test('setting a key again makes it the newest and takes no further room', () => {
  const map = new LruMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);
});
