import type { Load } from '@workflow/session-store';

/** Scrapes that come within this time of one another are told the same. */
const FRESH_MS = 5_000;

/** Asks for the load at most once in five seconds, however many ask here. */
export function watchLoad(readLoad: () => Promise<Load>, now: () => number): () => Promise<Load> {
  let last: { at: number; load: Promise<Load> } | null = null;
  return () => {
    if (last === null || now() - last.at >= FRESH_MS) last = { at: now(), load: readLoad() };
    return last.load;
  };
}
