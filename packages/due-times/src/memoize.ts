/** Memoized results at most. A parsed pattern takes some kilobytes. */
const MAX_RESULTS = 1_000;
/** Results of longer texts are not memoized, because long texts rarely repeat. */
const MAX_KEY_LENGTH = 200;

/**
 * Returns the same function with a cache of the results of the last 1,000 distinct texts. A dispatcher reads the rules
 * of thousands of schedules at one instant, and most of them are alike. Errors are not cached.
 */
export function memoize<Texts extends string[], Result>(
  compute: (...texts: Texts) => Result,
): (...texts: Texts) => Result {
  const results = new Map<string, { result: Result }>();
  return (...texts) => {
    const key = JSON.stringify(texts);
    const known = results.get(key);
    if (known !== undefined) return known.result;
    const result = compute(...texts);
    if (key.length > MAX_KEY_LENGTH) return result;
    if (results.size >= MAX_RESULTS) results.delete(results.keys().next().value!);
    results.set(key, { result });
    return result;
  };
}
