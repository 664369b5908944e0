import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Who has the present turn of the event loop. It may be read when the loop is blocked, from an interrupt: its fields
 * are plain, and a getter must not do more than read another one.
 */
export interface TurnOwner {
  readonly kind: 'session' | 'route' | 'task';
  /** A session's id, a method and the path of a route, or the name of a background task. */
  readonly name: string;
  /** null: none, or not known yet. */
  readonly organizationId: string | null;
}

const owners = new AsyncLocalStorage<TurnOwner>();

/**
 * Runs `work` as a turn of `owner`, and whatever it continues with after an `await`, a timer or an answer. Node.js
 * restores the owner for each continuation, so that interleaved work is told apart at no cost for each turn.
 */
export function runAs<Result>(owner: TurnOwner, work: () => Result): Result {
  return owners.run(owner, work);
}

/** The owner of the present turn; null: nobody is known to have it. */
export function ownerOfTurn(): TurnOwner | null {
  return owners.getStore() ?? null;
}
