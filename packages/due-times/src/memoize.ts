/** More distinct zones and patterns than this are computed again: a pattern is some kilobytes. */
const MAX_KEPT = 1_000;
/** Longer texts are hardly written twice. */
const MAX_KEPT_LENGTH = 200;

/**
 * The same function, with the results of the last 1,000 distinct texts kept: a dispatcher reads the rules of thousands
 * of schedules at one instant, most of them alike. What throws is not kept.
 */
export function keepResults<Texts extends string[], Result>(
  compute: (...texts: Texts) => Result,
): (...texts: Texts) => Result {
  const kept = new Map<string, { result: Result }>();
  return (...texts) => {
    const key = JSON.stringify(texts);
    const known = kept.get(key);
    if (known !== undefined) return known.result;
    const result = compute(...texts);
    if (key.length > MAX_KEPT_LENGTH) return result;
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(key, { result });
    return result;
  };
}
