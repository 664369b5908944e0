import type { Session } from '../../api/types.ts';

/** The number of sessions in one answer of the list. */
export const PAGE_SIZE = 100;
/** The most sessions that a page stores. A page that is open for days receives any number of them. */
export const MAX_NEWEST = 10_000;

/** Returns the newest sessions and the new or changed ones, newest first, at most `MAX_NEWEST`. */
export function withChanged(newest: readonly Session[], changed: readonly Session[]): Session[] {
  const byId = new Map([...newest, ...changed].map((session) => [session.id, session]));
  return [...byId.values()].sort((left, right) => (left.id < right.id ? 1 : -1)).slice(0, MAX_NEWEST);
}

/**
 * Returns the newest sessions, followed by the older ones. A session that is in both lists is taken from `newest`.
 * `hasGap` is true if there may be sessions between the two lists that neither of them has.
 */
export function mergeSessions(
  newest: readonly Session[],
  older: readonly Session[],
): { sessions: Session[]; hasGap: boolean } {
  const fresh = new Map(newest.map((session) => [session.id, session]));
  const newestOlder = older[0]?.id ?? '';
  const oldestNewest = newest.at(-1)?.id;
  const newer = newest.filter((session) => session.id > newestOlder);
  return {
    sessions: [...newer, ...older.map((session) => fresh.get(session.id) ?? session)],
    hasGap: newest.length >= PAGE_SIZE && oldestNewest !== undefined && oldestNewest > newestOlder && older.length > 0,
  };
}
