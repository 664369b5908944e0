import type { Holds } from './holds.ts';

/** Jobs are taken again below this part of the limit, so that the guard does not flutter. */
const RELEASE_AT = 0.9;

/** Holds back taking jobs while the process uses more than `maxRssBytes`; what is under way goes on and frees memory. */
export function guardMemory(rssBytes: number, maxRssBytes: number, holds: Holds): void {
  if (rssBytes > maxRssBytes) holds.add('memory');
  else if (rssBytes < maxRssBytes * RELEASE_AT) holds.remove('memory');
}
