import { setImmediate as nextSlice } from 'node:timers/promises';
import type { SessionFilter, SessionQueries } from '@workflow/session-store';

/** A page of this size ends early, because sessions of some megabytes each must not become an answer of gigabytes. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/**
 * The first rows show how large the others may be. Each further statement reads at most this many times as many rows.
 */
const FIRST_ROWS = 10;
const GROWTH = 4;

const TURN_MS = 10;

interface SessionPageRequest {
  organizationId: string;
  filter: SessionFilter;
  limit: number;
  cursor?: string;
}

/** Returns a page as JSON text. It is read and written in several steps, between which other requests can run. */
export async function readSessionPage(
  queries: Pick<SessionQueries, 'list'>,
  page: SessionPageRequest,
): Promise<string> {
  const { organizationId, filter, limit } = page;
  const texts: string[] = [];
  let characters = 0;
  let cursor: string | null = page.cursor ?? null;
  let since = performance.now();
  for (let rows = Math.min(limit, FIRST_ROWS); rows > 0;) {
    const maxBytes = Math.max(0, MAX_PAGE_BYTES - characters);
    const range = cursor === null ? { limit: rows, maxBytes } : { limit: rows, maxBytes, cursor };
    const read = await queries.list(organizationId, filter, range);
    for (const session of read.items) {
      const text = JSON.stringify(session);
      texts.push(text);
      characters += text.length;
      if (performance.now() - since < TURN_MS) continue;
      await nextSlice();
      since = performance.now();
    }
    cursor = read.nextCursor;
    // A read with fewer rows has examined as many sessions as one statement may. The next page continues there.
    if (cursor === null || read.items.length < rows) break;
    rows = nextRows(texts.length, characters, limit);
  }
  return `{"items":[${texts.join(',')}],"nextCursor":${JSON.stringify(cursor)}}`;
}

function nextRows(read: number, characters: number, limit: number): number {
  const fitting = Math.floor((MAX_PAGE_BYTES - characters) / (characters / read));
  return Math.max(0, Math.min(limit - read, read * GROWTH, fitting));
}
