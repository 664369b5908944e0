import { poolOf } from './session-pool.ts';

/*
 * A QUEUED session is on hold, in the backlog or enqueued (docs/session-states.md). `sessions.enqueued_at` has the
 * state: 'infinity', NULL or the time of the enqueueing. This file alone knows these values.
 */

const columnOf = (table: string): string => (table === '' ? 'enqueued_at' : `${table}.enqueued_at`);

/** SQL: flow control, a delayed start or a pause holds the session. It is neither in the backlog nor in the queue. */
export function isHeld(table = ''): string {
  return `${columnOf(table)} = ${HELD}`;
}

/** SQL: the session waits in PostgreSQL for the dispatcher. An index finds such sessions by organization. */
export function isInBacklog(table = ''): string {
  return `${columnOf(table)} IS NULL`;
}

/** SQL: the session was enqueued. The condition also holds while it runs, waits and after its end. */
export function isEnqueued(table = ''): string {
  return `${columnOf(table)} < ${HELD}`;
}

/** SQL: the same as `isInBacklog`, in the form of the index that has the backlog by pool in the order of precedence. */
export function isInBacklogByPrecedence(table: string): string {
  return `coalesce(${columnOf(table)}, '-infinity') <= '-infinity'`;
}

/** SQL: the same as `isInBacklog`, in a form that no index has: for sessions that are found by their ids. */
export function isInBacklogById(table = ''): string {
  return `num_nulls(${columnOf(table)}) = 1`;
}

/** SQL: the value of `enqueued_at` of a session that is on hold. */
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
