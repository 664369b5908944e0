import type { PauseReasons } from './pause-reasons.ts';

/** Processing resumes below this fraction of the limit, so that it does not pause and resume repeatedly. */
const RELEASE_AT = 0.9;

/**
 * Pauses the processing of jobs while the process uses more than `maxRssBytes`. Active sessions continue and free
 * memory.
 */
export function guardMemory(rssBytes: number, maxRssBytes: number, pauses: PauseReasons): void {
  if (rssBytes > maxRssBytes) pauses.add('memory');
  else if (rssBytes < maxRssBytes * RELEASE_AT) pauses.remove('memory');
}
