/** Returns a function that gives numbers from 0 to 1, the same for the same seed (Mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the same items in random order. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}
