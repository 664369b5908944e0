import type { Session } from '../../api/types.ts';

/** Sessions of one answer of the list. */
export const PAGE_SIZE = 100;
/** A page that stays open for days hears of any number of sessions: it keeps as many of the newest. */
export const MAX_NEWEST = 10_000;

/** The newest sessions with those that are new or changed, newest first, `MAX_NEWEST` at most. */
export function withChanged(newest: readonly Session[], changed: readonly Session[]): Session[] {
  const byId = new Map([...newest, ...changed].map((session) => [session.id, session]));
  return [...byId.values()].sort((left, right) => (left.id < right.id ? 1 : -1)).slice(0, MAX_NEWEST);
}

/**
 * The newest sessions before the older ones, which take their changes from them.
 * `hasGap`: there may be sessions between the two that neither has.
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
