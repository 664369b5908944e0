/** Scrapes within this time get the same figures. */
const FRESH_MS = 5_000;

/** Reads figures at most once in five seconds, however many scrapes there are. */
export function watchLoad<Load>(readLoad: () => Promise<Load>, now: () => number): () => Promise<Load> {
  let last: { at: number; load: Promise<Load> } | null = null;
  return () => {
    if (last === null || now() - last.at >= FRESH_MS) last = { at: now(), load: readLoad() };
    return last.load;
  };
}
