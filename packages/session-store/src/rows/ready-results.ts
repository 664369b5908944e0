import { StoreConflictError } from '../postgres/store-errors.ts';
import type { Query, Sql } from '../postgres/sql.ts';

/** Versions that are published meanwhile make other results necessary; so often in a row they hardly are. */
const MAX_ATTEMPTS = 10;

/** A session that starts, on this definition. */
export interface KeyOwner {
  sessionId: string;
  definitionId: string | null;
}

/** What was computed for sessions before the present attempt of a transaction. */
export class ReadyResults<Result> {
  readonly #ready = new Map<string, Result | null>();

  of(owner: KeyOwner): Result | null {
    return this.#ready.get(nameOf(owner)) ?? null;
  }

  /**
   * Ends this attempt of the transaction when results are missing; `compute` is then called outside of it.
   * @throws MissingResults
   */
  require<Owner extends KeyOwner>(owners: readonly Owner[], compute: Compute<Owner, Result>): void {
    const missing = owners.filter((owner) => !this.#ready.has(nameOf(owner)));
    if (missing.length === 0) return;
    throw new MissingResults(async () => {
      for await (const [owner, result] of compute(missing)) this.#ready.set(nameOf(owner), result);
      // Those that are gone meanwhile.
      for (const owner of missing) if (!this.#ready.has(nameOf(owner))) this.#ready.set(nameOf(owner), null);
    });
  }
}

type Compute<Owner, Result> = (missing: readonly Owner[]) => AsyncIterable<readonly [KeyOwner, Result | null]>;

class MissingResults extends Error {
  override readonly name = 'MissingResults';
  readonly compute: () => Promise<void>;

  constructor(compute: () => Promise<void>) {
    super('what the transaction needs is not computed yet');
    this.compute = compute;
  }
}

/**
 * A transaction that needs results of expressions. They are evaluated while no transaction is open, so that no lock and
 * no connection is held for what a workflow computes: an attempt that lacks results is rolled back, and begins again
 * once they are there.
 *
 * @throws StoreConflictError when other results are needed again and again
 */
export async function transactionWithResults<Result>(
  sql: Sql,
  run: (query: Query) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      return await sql.transaction(run);
    } catch (error) {
      if (!(error instanceof MissingResults)) throw error;
      await error.compute();
    }
  }
  throw new StoreConflictError('definitions change while sessions start on them');
}

function nameOf({ sessionId, definitionId }: KeyOwner): string {
  return `${sessionId} ${definitionId}`;
}
