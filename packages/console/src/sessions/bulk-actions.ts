import { ApiError } from '../api/api-error.ts';
import { cancelSession, listSessions, retrySession } from '../api/queries/sessions.ts';
import { cursorAt, type ShownSessions } from './session-filters.ts';

export type BulkAction = 'cancel' | 'retry-failed-step' | 'retry-start';

export const BULK_MAX_SESSIONS = 10_000;
const AT_ONCE = 6;
const PAGE_SIZE = 200;

const STATUSES = {
  cancel: ['QUEUED', 'RUNNING', 'WAITING'],
  'retry-failed-step': ['FAILED'],
  'retry-start': ['FAILED'],
} as const;

/** Ids of the sessions that fit and that the action applies to, newest first. */
export async function collectSessions(action: BulkAction, { filter, since, until }: ShownSessions, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  const wanted = STATUSES[action].filter((status) => filter.status === undefined || filter.status === status);
  for (const status of wanted) {
    let cursor = until === null ? undefined : cursorAt(until);
    do {
      signal.throwIfAborted();
      const page = await listSessions({ ...filter, status }, PAGE_SIZE, cursor);
      const fitting = page.items.filter((session) => since === null || session.createdAt >= since);
      ids.push(...fitting.map((session) => session.id));
      cursor = fitting.length < page.items.length ? undefined : (page.nextCursor ?? undefined);
    } while (cursor !== undefined && ids.length < BULK_MAX_SESSIONS);
  }
  return ids.slice(0, BULK_MAX_SESSIONS);
}

/** Applies the action to each session, a few at once. A session that has changed in the meantime (409) is left alone. */
export async function runBulk(action: BulkAction, ids: readonly string[], signal: AbortSignal, onProgress: (done: number, refused: number) => void) {
  let next = 0;
  let done = 0;
  let refused = 0;
  async function work(): Promise<void> {
    while (next < ids.length && !signal.aborted) {
      const id = ids[next++] as string;
      try {
        await (action === 'cancel' ? cancelSession(id) : retrySession(id, action === 'retry-start' ? 'start' : 'failed-step'));
        done += 1;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        refused += 1;
      }
      onProgress(done, refused);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, refused };
}
