import type { PauseReasons } from './pause-reasons.ts';

/** Jobs are taken again below this part of the limit, so that the guard does not flutter. */
const RELEASE_AT = 0.9;

/**
 * Pauses taking jobs while the process uses more than `maxRssBytes`; what is under way goes on and frees
 * memory.
 */
export function guardMemory(rssBytes: number, maxRssBytes: number, pauses: PauseReasons): void {
  if (rssBytes > maxRssBytes) pauses.add('memory');
  else if (rssBytes < maxRssBytes * RELEASE_AT) pauses.remove('memory');
}
