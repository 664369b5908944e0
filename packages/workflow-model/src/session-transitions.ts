import type { SessionStatus } from './session.ts';

/** A change of a session's status (docs/session-states.md draws the same table). */
export interface SessionTransition {
  from: SessionStatus;
  to: SessionStatus;
  cause: string;
}

/**
 * Every change of status. SUCCEEDED never changes; FAILED and CANCELLED change only by a retry, which starts
 * a new run of the same session. A session that another executor claims after a crash stays RUNNING.
 */
export const SESSION_TRANSITIONS: readonly SessionTransition[] = [
  { from: 'QUEUED', to: 'RUNNING', cause: 'an executor claims it' },
  { from: 'QUEUED', to: 'CANCELLED', cause: 'cancel, expired, or skipped at a concurrency limit' },
  { from: 'QUEUED', to: 'SUCCEEDED', cause: 'run before it was claimed, with nothing left to run' },
  { from: 'QUEUED', to: 'FAILED', cause: 'run before it was claimed, or refused at a concurrency limit' },
  { from: 'RUNNING', to: 'WAITING', cause: 'a delay, a long backoff, children or an answer' },
  { from: 'RUNNING', to: 'QUEUED', cause: 'released' },
  { from: 'RUNNING', to: 'SUCCEEDED', cause: 'nothing left to run' },
  { from: 'RUNNING', to: 'FAILED', cause: 'a failure without an error port' },
  { from: 'RUNNING', to: 'CANCELLED', cause: 'cancel' },
  { from: 'WAITING', to: 'RUNNING', cause: 'due, and claimed' },
  { from: 'WAITING', to: 'CANCELLED', cause: 'cancel' },
  { from: 'FAILED', to: 'QUEUED', cause: 'retry' },
  { from: 'CANCELLED', to: 'QUEUED', cause: 'retry' },
];

/** The status of a session that has just been accepted. */
export const INITIAL_SESSION_STATUS: SessionStatus = 'QUEUED';

const TERMINAL: ReadonlySet<SessionStatus> = new Set<SessionStatus>(['SUCCEEDED', 'FAILED', 'CANCELLED']);

/** Returns true if a session in this status has ended: no executor runs it, and only a retry can change it. */
export function isTerminal(status: SessionStatus): boolean {
  return TERMINAL.has(status);
}
