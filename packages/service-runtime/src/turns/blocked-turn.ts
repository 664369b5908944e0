import type { TurnOwner } from './turn-owner.ts';

/** The name of the function that the watching thread calls in the blocked one. */
export const ANSWER_SYMBOL = 'workflow.turn';

/** The answer of the blocked thread about the owner of the turn. */
export interface TurnAnswer {
  owner: TurnOwner | null;
  /** The functions that are running, innermost first. */
  stack: string;
  /** The ids of the sessions that the process has claimed. */
  active: string[];
}

/** A turn that took longer than the limit. */
export interface BlockedTurn {
  /** The id in the log line, the audit entry and the session's error. */
  errorId: string;
  service: string;
  /** It is null when the blocked thread did not answer or named different owners. Then nobody is blamed. */
  owner: TurnOwner | null;
  cpuMs: number;
  stack: string | null;
  active: string[];
}

/** Stores a record of a turn that others can read. `options` are those that the service passed to `watchTurns`. */
export type RecordBlockedTurn = (turn: BlockedTurn, options: unknown) => Promise<void>;

/**
 * Returns the owner to blame, from the answers at half of the limit and at its end. Many short turns may follow one
 * another before the loop looks at its timers. Only an owner of both turns is blamed.
 */
export function blamedOwner(first: TurnAnswer | null, last: TurnAnswer | null): TurnOwner | null {
  const [a, b] = [first?.owner ?? null, last?.owner ?? null];
  return a !== null && b !== null && a.kind === b.kind && a.name === b.name && isSame(a, b) ? b : null;
}

/** The organization of a route may have become known in between. */
function isSame(a: TurnOwner, b: TurnOwner): boolean {
  return a.organizationId === null || a.organizationId === b.organizationId;
}
