import type { SessionStatus } from './session.ts';

/** What changes a session's status (docs/session-states.md draws the same table). */
export interface SessionTransition {
  from: SessionStatus;
  to: SessionStatus;
  cause: string;
}

/**
 * Every change of status there is. SUCCEEDED never changes; FAILED and CANCELLED change only by a retry, which starts
 * a new run of the same session. A session that another executor claims after a crash stays RUNNING.
 */
export const SESSION_TRANSITIONS: readonly SessionTransition[] = [
  { from: 'QUEUED', to: 'RUNNING', cause: 'an executor claims it' },
  { from: 'QUEUED', to: 'CANCELLED', cause: 'cancel' },
  { from: 'RUNNING', to: 'WAITING', cause: 'a delay, a long back-off or children' },
  { from: 'RUNNING', to: 'QUEUED', cause: 'handed back at shutdown' },
  { from: 'RUNNING', to: 'SUCCEEDED', cause: 'nothing is left to run' },
  { from: 'RUNNING', to: 'FAILED', cause: 'a failure that nothing takes' },
  { from: 'RUNNING', to: 'CANCELLED', cause: 'cancel' },
  { from: 'WAITING', to: 'RUNNING', cause: 'due, and claimed' },
  { from: 'WAITING', to: 'CANCELLED', cause: 'cancel' },
  { from: 'FAILED', to: 'QUEUED', cause: 'retry' },
  { from: 'CANCELLED', to: 'QUEUED', cause: 'retry' },
];

/** The status of a session that has just been accepted. */
export const INITIAL_SESSION_STATUS: SessionStatus = 'QUEUED';

const TERMINAL: ReadonlySet<SessionStatus> = new Set<SessionStatus>(['SUCCEEDED', 'FAILED', 'CANCELLED']);

/** Whether a session in this status has ended: no executor works on it, and only a retry can change it. */
export function isTerminal(status: SessionStatus): boolean {
  return TERMINAL.has(status);
}

/** Whether a session may go from one status straight to another. */
export function canTransition(from: SessionStatus, to: SessionStatus): boolean {
  return SESSION_TRANSITIONS.some((transition) => transition.from === from && transition.to === to);
}
