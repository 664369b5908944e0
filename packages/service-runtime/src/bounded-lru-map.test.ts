import { expect, test } from '@jest/globals';
import { BoundedLruMap } from './bounded-lru-map.ts';

const filled = (entered: [key: string, owner: string, bytes: number][], entries = 10) => {
  const map = new BoundedLruMap<string, string>({ entries, bytes: 100 });
  for (const [key, owner, bytes] of entered) map.set(key, key, { owner, bytes });
  return map;
};
const storedKeys = (map: BoundedLruMap<string, string>, ...keys: string[]) =>
  keys.filter((key) => map.get(key) !== undefined);

test('the least recently used entry makes room for bytes and for entries', () => {
  const map = filled([
    ['a', 'one', 30],
    ['b', 'two', 30],
    ['c', 'three', 30],
  ]);
  map.get('a');
  map.set('d', 'd', { owner: 'four', bytes: 30 });
  expect(storedKeys(map, 'a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd']);
  expect(map.bytes).toBe(90);
  const few = filled(
    [
      ['a', 'one', 1],
      ['b', 'two', 1],
      ['c', 'three', 1],
    ],
    2,
  );
  expect(storedKeys(few, 'a', 'b', 'c')).toEqual(['b', 'c']);
});

test('one owner has at most half, and does not displace others for more', () => {
  const map = filled([
    ['theirs', 'neighbour', 40],
    ['a', 'hostile', 30],
    ['b', 'hostile', 20],
    ['c', 'hostile', 20],
    ['huge', 'hostile', 51],
  ]);
  expect(storedKeys(map, 'theirs', 'a', 'b', 'c', 'huge')).toEqual(['theirs', 'b', 'c']);
  map.delete('b');
  expect(map.bytes).toBe(60);
  map.clear();
  expect([map.size, map.bytes]).toEqual([0, 0]);
});
