interface Span {
  /** Where it would like to start. */
  wish: number;
  /** Its length with the gap after it. */
  length: number;
}

/**
 * Where the spans start, in their order and without overlap, with the least sum of squared distances from their
 * wishes (isotonic regression by pooling adjacent violators).
 */
export function spread(spans: readonly Span[]): number[] {
  const offsets: number[] = [];
  let offset = 0;
  for (const { length } of spans) {
    offsets.push(offset);
    offset += length;
  }
  const pools: { sum: number; count: number }[] = [];
  for (const [index, { wish }] of spans.entries()) {
    let pool = { sum: wish - (offsets[index] as number), count: 1 };
    for (let last = pools.at(-1); last && last.sum / last.count > pool.sum / pool.count; last = pools.at(-1)) {
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count };
      pools.pop();
    }
    pools.push(pool);
  }
  const starts = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
  return starts.map((start, index) => start + (offsets[index] as number));
}
