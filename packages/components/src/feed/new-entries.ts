import { createHash } from 'node:crypto';
import type { Json } from '@workflow/component-kit/run';
import { isJsonObject } from '@workflow/workflow-model';
import type { FeedEntry } from './feed-entry.ts';

/**
 * The known entries of a feed. Entries that a feed removes and adds again are recognized, unless very many were added
 * in between.
 */
export interface FeedPosition {
  etag?: string;
  lastModified?: string;
  /** Digests of the ids of entries, the latest at the end. */
  seen: string[];
}

const MAX_SEEN = 5_000;

/** Reads the position. Null if the feed was not polled yet. */
export function readPosition(position: Json): FeedPosition | null {
  if (!isJsonObject(position)) return null;
  const { etag, lastModified, seen } = position;
  return {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
    seen: Array.isArray(seen) ? seen.filter((each) => typeof each === 'string') : [],
  };
}

/**
 * Returns at most `most` new entries, the oldest first, which is the last in a feed.
 * @param known null for the first poll, which ignores existing entries unless the config includes them
 */
export function newEntries(
  entries: readonly FeedEntry[],
  known: FeedPosition | null,
  startWith: 'new' | 'existing',
  most: number,
): { items: FeedEntry[]; seen: string[]; hasMore: boolean } {
  const seen = new Set(known?.seen);
  const found: { digest: string; entry: FeedEntry }[] = [];
  const inFeed = new Set<string>();
  for (const entry of entries.toReversed()) {
    const digest = digestOf(entry.id);
    inFeed.add(digest);
    for (const id of entry.otherIds ?? []) inFeed.add(digestOf(id));
    if (!seen.has(digest)) found.push({ digest, entry });
    seen.add(digest);
  }
  const taken = known === null && startWith === 'new' ? [] : found.slice(0, most);
  const left = new Set(
    known === null && startWith === 'new'
      ? []
      : found.slice(most).flatMap(({ digest, entry }) => [digest, ...(entry.otherIds ?? []).map(digestOf)]),
  );
  const digests = [...(known?.seen ?? []).filter((digest) => !inFeed.has(digest)), ...inFeed];
  return {
    items: taken.map(({ entry }) => sessionValueOf(entry)),
    seen: digests.filter((digest) => !left.has(digest)).slice(-MAX_SEEN),
    hasMore: left.size > 0,
  };
}

/** Returns the value of an entry for its session. */
function sessionValueOf(entry: FeedEntry): FeedEntry {
  const value = { ...entry };
  delete value.otherIds;
  return value;
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 16);
}
