import { ApiError } from '../api/api-error.ts';
import { cancelSession, listSessions, retrySession } from '../api/queries/sessions.ts';
import { cursorAt, isBefore, type ShownSessions } from './session-filters.ts';

export type BulkAction = 'cancel' | 'retry-failed-step' | 'retry-start';

export const BULK_MAX_SESSIONS = 10_000;
/** Pages looked at for them; a filter that finds little has short pages. */
const MAX_PAGES = 1_000;
const AT_ONCE = 6;
const PAGE_SIZE = 200;

const STATUSES = {
  cancel: ['QUEUED', 'RUNNING', 'WAITING'],
  'retry-failed-step': ['FAILED'],
  'retry-start': ['FAILED'],
} as const;

/** Sessions that have changed, or were removed, in the meantime. */
const REFUSALS = new Set([404, 409]);

export interface Collected {
  ids: string[];
  /** There may be more than the bounds let in. */
  isCut: boolean;
}

/** Ids of the sessions that fit and that the action applies to, newest first, through all pages of the list. */
export async function collectSessions(action: BulkAction, { filter, since, until }: ShownSessions, signal: AbortSignal, onFound: (count: number) => void): Promise<Collected> {
  const ids = new Set<string>();
  let pages = 0;
  const wanted = STATUSES[action].filter((status) => filter.status === undefined || filter.status === status);
  for (const status of wanted) {
    let cursor = until === null ? undefined : cursorAt(until);
    do {
      if (ids.size >= BULK_MAX_SESSIONS || pages >= MAX_PAGES) return { ids: [...ids].slice(0, BULK_MAX_SESSIONS), isCut: true };
      const page = await listSessions({ ...filter, status }, PAGE_SIZE, cursor);
      signal.throwIfAborted();
      pages += 1;
      for (const session of page.items) if (since === null || session.createdAt >= since) ids.add(session.id);
      onFound(ids.size);
      cursor = page.nextCursor === null || isBefore(page.nextCursor, since) ? undefined : page.nextCursor;
    } while (cursor !== undefined);
  }
  return { ids: [...ids].slice(0, BULK_MAX_SESSIONS), isCut: ids.size > BULK_MAX_SESSIONS };
}

/**
 * Applies the action to each session, a few at once, until all are done, it is stopped, or something goes wrong.
 * A session that has changed in the meantime is left alone and counted as refused.
 */
export async function runBulk(action: BulkAction, ids: readonly string[], signal: AbortSignal, onProgress: (done: number, refused: number) => void) {
  let next = 0;
  let done = 0;
  let refused = 0;
  let failure: unknown = null;
  async function work(): Promise<void> {
    while (next < ids.length && !signal.aborted && failure === null) {
      const id = ids[next++] as string;
      try {
        await (action === 'cancel' ? cancelSession(id) : retrySession(id, action === 'retry-start' ? 'start' : 'failed-step'));
        done += 1;
      } catch (error) {
        if (error instanceof ApiError && REFUSALS.has(error.status)) refused += 1;
        else failure ??= error;
      }
      onProgress(done, refused);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, refused, left: ids.length - done - refused, failure };
}
