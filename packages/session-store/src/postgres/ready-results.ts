import { StoreConflictError } from './store-errors.ts';
import type { Query, Sql } from './sql.ts';

/**
 * Maximum number of attempts of a transaction. A version that is published at the same time requires other results, but
 * hardly this often in a row.
 */
const MAX_ATTEMPTS = 10;

/** A session that starts, with the definition that it runs. */
export interface KeyOwner {
  sessionId: string;
  definitionId: string | null;
}

/** Results that were computed for sessions before the current attempt of a transaction. */
export class ReadyResults<Result> {
  readonly #ready = new Map<string, Result | null>();

  of(owner: KeyOwner): Result | null {
    return this.#ready.get(nameOf(owner)) ?? null;
  }

  /**
   * Ends this attempt of the transaction if results are missing. They are computed afterwards by `compute`, outside of
   * it.
   * @throws MissingResults
   */
  require<Owner extends KeyOwner>(owners: readonly Owner[], compute: Compute<Owner, Result>): void {
    const missing = owners.filter((owner) => !this.#ready.has(nameOf(owner)));
    if (missing.length === 0) return;
    throw new MissingResults(async () => {
      for await (const [owner, result] of compute(missing)) this.#ready.set(nameOf(owner), result);
      // The sessions that are still missing were deleted.
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
 * Runs a transaction that needs results of expressions. They are evaluated while no transaction is open, so that no
 * lock and no connection is held while code of workflows runs. An attempt that lacks results is rolled back, and
 * repeated with them.
 *
 * @throws StoreConflictError if different results are needed too often
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
