import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The owner of the present turn of the event loop. An interrupt may read it while the loop is blocked, so its fields
 * are plain, and a getter must only read another one.
 */
export interface TurnOwner {
  readonly kind: 'session' | 'route' | 'task';
  /** A session's id, a method and the path of a route, or the name of a background task. */
  readonly name: string;
  /** It is null when there is none or it is not known yet. */
  readonly organizationId: string | null;
}

const owners = new AsyncLocalStorage<TurnOwner>();

/**
 * Runs `work`, and everything that continues it after an `await`, a timer or an answer, as turns of `owner`. Node.js
 * restores the owner for each continuation, so that interleaved work is attributed without a cost for each turn.
 */
export function runAs<Result>(owner: TurnOwner, work: () => Result): Result {
  return owners.run(owner, work);
}

/** Returns the owner of the present turn, or null when it is unknown. */
export function ownerOfTurn(): TurnOwner | null {
  return owners.getStore() ?? null;
}
