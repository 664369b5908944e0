import type { Definition, FlowKeys, JsonObject } from '@workflow/workflow-model';
import { StoreConflictError } from '../postgres/store-errors.ts';
import type { Query, Sql } from '../postgres/sql.ts';

/**
 * The keys under which flow control holds a session of a definition that starts with these values; null when the
 * definition limits nothing. Of an expression that fails the key is null.
 */
export type FlowKeysOf = (definition: Definition, values: JsonObject) => Promise<FlowKeys | null>;

/** For operations that start sessions themselves: children and retries. */
export interface FlowKeysOptions {
  flowKeysOf: FlowKeysOf;
}

/** Versions that are published meanwhile make other keys necessary; so often in a row they hardly are. */
const MAX_ATTEMPTS = 10;

/** A session that starts, on this definition. */
export interface KeyOwner {
  sessionId: string;
  definitionId: string | null;
}

/** Keys that were computed before the present attempt of a transaction. */
export class ReadyKeys {
  readonly #ready = new Map<string, FlowKeys | null>();

  of(owner: KeyOwner): FlowKeys | null {
    return this.#ready.get(nameOf(owner)) ?? null;
  }

  /**
   * Ends this attempt of the transaction when keys are missing; `compute` is then called outside of it.
   * @throws MissingKeys
   */
  require<Owner extends KeyOwner>(owners: readonly Owner[], compute: ComputeKeys<Owner>): void {
    const missing = owners.filter((owner) => !this.#ready.has(nameOf(owner)));
    if (missing.length === 0) return;
    throw new MissingKeys(async () => {
      for await (const [owner, keys] of compute(missing)) this.#ready.set(nameOf(owner), keys);
      // Those that are gone meanwhile.
      for (const owner of missing) if (!this.#ready.has(nameOf(owner))) this.#ready.set(nameOf(owner), null);
    });
  }
}

type ComputeKeys<Owner> = (missing: readonly Owner[]) => AsyncIterable<readonly [KeyOwner, FlowKeys | null]>;

class MissingKeys extends Error {
  override readonly name = 'MissingKeys';
  readonly compute: () => Promise<void>;

  constructor(compute: () => Promise<void>) {
    super('keys of flow control are missing');
    this.compute = compute;
  }
}

/**
 * A transaction that starts sessions under keys. Their expressions are evaluated while no transaction is open, so that
 * no lock and no connection is kept for what a workflow computes: an attempt that lacks keys is rolled back, and begins
 * again once they are there.
 *
 * @throws StoreConflictError when other keys are needed again and again
 */
export async function transactionWithKeys<Result>(
  sql: Sql,
  work: (query: Query, keys: ReadyKeys) => Promise<Result>,
): Promise<Result> {
  const keys = new ReadyKeys();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      return await sql.transaction((query) => work(query, keys));
    } catch (error) {
      if (!(error instanceof MissingKeys)) throw error;
      await error.compute();
    }
  }
  throw new StoreConflictError('definitions change while sessions start on them');
}

function nameOf({ sessionId, definitionId }: KeyOwner): string {
  return `${sessionId} ${definitionId}`;
}
