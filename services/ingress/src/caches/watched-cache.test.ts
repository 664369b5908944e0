import { expect, test } from '@jest/globals';
import { WatchedCache } from './watched-cache.ts';

function makeCache() {
  const state = { nowMs: 0, trusted: true, loads: 0, stored: new Map<string, string>(), gate: Promise.resolve() };
  const cache = new WatchedCache<string>({
    limit: 3,
    maxBytes: 1_000,
    weigh: (value) => ({ owner: 'one', bytes: value.length }),
    missingForMs: 1_000,
    load: async (key) => {
      state.loads += 1;
      const value = state.stored.get(key) ?? null;
      await state.gate;
      return value;
    },
    trusted: () => state.trusted,
    now: () => state.nowMs,
  });
  return { state, cache };
}

test('look-ups of one key at the same time share one query', async () => {
  const { state, cache } = makeCache();
  state.stored.set('key', 'value');
  expect(await Promise.all([cache.get('key'), cache.get('key'), cache.get('key')])).toEqual([
    'value',
    'value',
    'value',
  ]);
  expect(state.loads).toBe(1);
  expect(cache.peek('key')).toBe('value');
});

test('"not found" is trusted for a short time only', async () => {
  const { state, cache } = makeCache();
  await cache.get('key');
  expect(cache.peek('key')).toBeNull();
  state.nowMs = 1_000;
  expect(cache.peek('key')).toBeUndefined();
});

test('nothing is trusted while changes may have been missed', async () => {
  const { state, cache } = makeCache();
  state.stored.set('key', 'value');
  await cache.get('key');
  state.trusted = false;
  state.stored.delete('key');
  expect(await cache.get('key')).toBeNull();
});

test('a look-up that began before a change is not cached after it', async () => {
  const { state, cache } = makeCache();
  state.stored.set('key', 'old');
  const gate = Promise.withResolvers<void>();
  state.gate = gate.promise;
  const early = cache.get('key');
  state.stored.set('key', 'new');
  cache.drop('key');
  gate.resolve();
  expect(await early).toBe('old');
  expect(cache.peek('key')).toBeUndefined();
  expect(await cache.get('key')).toBe('new');
});

test('the entry unused for longest makes room', async () => {
  const { state, cache } = makeCache();
  for (const key of ['a', 'b', 'c', 'd']) state.stored.set(key, key);
  for (const key of ['a', 'b', 'c']) await cache.get(key);
  cache.peek('a');
  await cache.get('d');
  expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(key))).toEqual(['a', undefined, 'c', 'd']);
});

test('a query that fails is not remembered', async () => {
  const { state, cache } = makeCache();
  state.gate = Promise.reject(new Error('PostgreSQL is away'));
  await expect(cache.get('key')).rejects.toThrow('PostgreSQL is away');
  state.gate = Promise.resolve();
  state.stored.set('key', 'value');
  expect(await cache.get('key')).toBe('value');
});
