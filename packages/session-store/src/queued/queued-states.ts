import { poolOf } from './session-pool.ts';

/*
 * A QUEUED session is on hold, in the backlog or enqueued (docs/session-states.md). `sessions.enqueued_at` stores the
 * state: 'infinity', NULL or the time of the enqueueing. No other file contains these values.
 */

/** A change of the state of a QUEUED session (docs/session-states.md draws the same table). */
interface QueuedTransition {
  /** `[*]` for a new session and for a new run of an ended one. A RUNNING session counts as enqueued. */
  from: '[*]' | 'held' | 'backlog' | 'enqueued';
  to: 'held' | 'backlog' | 'enqueued';
  cause: string;
  /** The names of the statements that make the change. `blocked-turn` is the name of a connection instead. */
  statements: readonly string[];
}

/** Every change of the state of a QUEUED session. Tests of the store refuse any other. */
export const QUEUED_TRANSITIONS: readonly QueuedTransition[] = [
  {
    from: '[*]',
    to: 'enqueued',
    cause: 'accepted or retried, with admission quota',
    statements: ['accept', 'accept_guarded', 'accept_held', 'start_children', 'retry_sessions'],
  },
  {
    from: '[*]',
    to: 'backlog',
    cause: 'accepted or retried without quota, or while the queue is away',
    statements: ['accept', 'accept_guarded', 'accept_held', 'start_children', 'retry_sessions'],
  },
  {
    from: '[*]',
    to: 'held',
    cause: 'accepted or retried under flow control, or accepted with a delay or under a pause',
    statements: ['accept_held', 'start_children', 'retry_sessions'],
  },
  {
    from: 'held',
    to: 'backlog',
    cause: 'due, or admitted by the dispatcher',
    statements: ['start_delayed', 'admit_held'],
  },
  { from: 'backlog', to: 'enqueued', cause: 'the dispatcher enqueues it', statements: ['take_from_backlog'] },
  { from: 'backlog', to: 'held', cause: 'paused', statements: ['take_from_backlog'] },
  { from: 'enqueued', to: 'held', cause: 'paused', statements: ['hold_paused'] },
  {
    from: 'enqueued',
    to: 'backlog',
    cause: 'recalled, moved to another pool, released or requeued',
    statements: ['recall_to_backlog', 'move_pools', 'end_or_release', 'blocked-turn', 'requeue_session'],
  },
];

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

/** Returns SQL: the session was enqueued or is on hold. The condition remains true while it runs, and after its end. */
export function isOutsideBacklog(table = ''): string {
  return `${columnOf(table)} IS NOT NULL`;
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
export function isInBacklogById(): string {
  return `num_nulls(${columnOf('')}) = 1`;
}

/**
 * Returns SQL: the session waits until `due_at` and was not enqueued for that time. The index of due sessions has this
 * condition.
 */
export function waitsUntilDue(table = ''): string {
  return `${columnOf(table)} < ${table === '' ? '' : `${table}.`}due_at`;
}

/** Returns SQL: the session was enqueued because its wait until `due_at` is over. */
export function isEnqueuedAfterWait(table: string): string {
  return `${columnOf(table)} >= ${table}.due_at`;
}

/** SQL of the value of `enqueued_at` for a session on hold. */
export const HELD = `'infinity'::timestamptz`;

/** SQL of the value of `enqueued_at` for a session in the backlog. */
export const BACKLOGGED = 'NULL';

/**
 * Returns SQL of the value of `enqueued_at` for a session that begins: on hold or enqueued if a condition is true,
 * otherwise in the backlog.
 */
export function firstState({ held, enqueued }: { held?: string; enqueued: string }, now = 'now()'): string {
  return `CASE${held === undefined ? '' : ` WHEN ${held} THEN ${HELD}`} WHEN ${enqueued} THEN ${now} END`;
}

/** Returns SQL of the value of `enqueued_at` that moves a session to the backlog if a condition is true. */
export function backlogIf(condition: string, table: string): string {
  return `CASE WHEN ${condition} THEN ${BACKLOGGED} ELSE ${columnOf(table)} END`;
}

/** Returns SQL for SET: removes an ended session from the backlog. */
export function leaveBacklog(table: string): string {
  return `enqueued_at = coalesce(${columnOf(table)}, clock_timestamp())`;
}

/** SQL for SET: holds a session. */
export const HOLD = `enqueued_at = ${HELD}`;

/**
 * SQL for SET: moves a session into the backlog of its pool.
 * @param table the name of `sessions` in the statement
 */
export function moveToBacklog(table = 'sessions'): string {
  return `enqueued_at = ${BACKLOGGED}, pool = ${poolOf(table)}`;
}
