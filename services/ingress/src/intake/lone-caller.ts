/** A caller counts as alone after this time without others. Callers whose sessions end together return within it. */
const ALONE_FOR_MS = 100;

/**
 * Detects that only one caller waits at a time. Some work helps a single caller, and costs more if there are several.
 * Its methods take the time as an argument.
 */
export class LoneCaller {
  #othersSeenAtMs = -Infinity;

  /** Returns true if nobody else is served now, or was within the last 100 ms. */
  isAlone(others: number, nowMs: number): boolean {
    if (others > 0) this.#othersSeenAtMs = nowMs;
    return nowMs - this.#othersSeenAtMs > ALONE_FOR_MS;
  }
}
