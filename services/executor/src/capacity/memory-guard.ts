import type { PauseReasons } from './pause-reasons.ts';

/** Jobs are taken again below this part of the limit, so that the guard does not switch back and forth. */
const RELEASE_AT = 0.9;

/** Pauses taking jobs while the process uses more than `maxRssBytes`. Active sessions continue and free memory. */
export function guardMemory(rssBytes: number, maxRssBytes: number, pauses: PauseReasons): void {
  if (rssBytes > maxRssBytes) pauses.add('memory');
  else if (rssBytes < maxRssBytes * RELEASE_AT) pauses.remove('memory');
}
