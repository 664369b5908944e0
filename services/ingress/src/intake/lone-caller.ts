/** Others are gone after this time without any. Callers whose sessions end together return within it. */
const ALONE_FOR_MS = 100;

/**
 * Knows if one caller waits at a time. Work that helps a single caller, and costs more when there are several, depends
 * on it. It takes the time as an argument.
 */
export class LoneCaller {
  #othersSeenAtMs = -Infinity;

  /** Returns true if nobody else is served now, or was within the last 100 ms. */
  isAlone(others: number, nowMs: number): boolean {
    if (others > 0) this.#othersSeenAtMs = nowMs;
    return nowMs - this.#othersSeenAtMs > ALONE_FOR_MS;
  }
}
