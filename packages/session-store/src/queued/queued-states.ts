import { poolOf } from './session-pool.ts';

/*
 * A QUEUED session is on hold, in the backlog or enqueued (docs/session-states.md). `sessions.enqueued_at` stores the
 * state: 'infinity', NULL or the time of the enqueueing. No other file contains these values.
 */

const columnOf = (table: string): string => (table === '' ? 'enqueued_at' : `${table}.enqueued_at`);

/**
 * Returns SQL: flow control, a delayed start or a pause holds the session. It is neither in the backlog nor in the
 * queue.
 */
export function isHeld(table = ''): string {
  return `${columnOf(table)} = ${HELD}`;
}

/** Returns SQL: the session waits in PostgreSQL for the dispatcher. An index finds such sessions by organization. */
export function isInBacklog(table = ''): string {
  return `${columnOf(table)} IS NULL`;
}

/** Returns SQL: the session was enqueued. The condition remains true while it runs or waits, and after its end. */
export function isEnqueued(table = ''): string {
  return `${columnOf(table)} < ${HELD}`;
}

/** Returns the SQL of `isInBacklog` in the form of the index that has the backlog by pool and precedence. */
export function isInBacklogByPrecedence(table: string): string {
  return `coalesce(${columnOf(table)}, '-infinity') <= '-infinity'`;
}

/** Returns the SQL of `isInBacklog` in a form that no index has, for sessions that are found by their ids. */
export function isInBacklogById(table = ''): string {
  return `num_nulls(${columnOf(table)}) = 1`;
}

/** SQL of the value of `enqueued_at` for a session on hold. */
export const HELD = `'infinity'::timestamptz`;

/** SQL for SET: holds a session. */
export const HOLD = `enqueued_at = ${HELD}`;

/**
 * SQL for SET: moves a session into the backlog of its pool.
 * @param table the name of `sessions` in the statement
 */
export function moveToBacklog(table = 'sessions'): string {
  return `enqueued_at = NULL, pool = ${poolOf(table)}`;
}
