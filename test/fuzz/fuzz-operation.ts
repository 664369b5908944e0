import fc from 'fast-check';
import type { ArenaKeeper } from './arena-keeper.ts';
import type { AnyOperation } from './operations/operation.ts';

export interface FuzzSettings {
  seed: number;
  /** Where a failed case stands among those of the seed. */
  path?: string | undefined;
  withinMs: number;
  shrinkMs: number;
}

export interface FuzzResult {
  cases: number;
  /** The simplest case that failed, if one did. */
  failed: { plan: string; faults: string; path: string; shrinks: number } | null;
}

/** Tries cases of an operation, one by one, until one does harm or the time is over, and simplifies it. */
export async function fuzzOperation(
  operation: AnyOperation,
  keeper: ArenaKeeper,
  { seed, path, withinMs, shrinkMs }: FuzzSettings,
): Promise<FuzzResult> {
  let cases = 0;
  const check = async (ms: number, more: { path?: string; endOnFailure?: boolean }) => {
    const until = performance.now() + ms;
    const harmless = fc.asyncProperty(operation.cases, async ({ act }) => {
      // A case that has begun is not broken off: what it does would be told of the next one.
      if (performance.now() > until) throw new fc.PreconditionFailure(true);
      cases += 1;
      const faults = await keeper.faultsOf(act);
      if (faults.length > 0) throw new Error(faults.join('; '));
    });
    return fc.check(harmless, { seed, numRuns: Number.MAX_SAFE_INTEGER, ...more });
  };
  const found = await check(withinMs, { ...(path !== undefined && { path }), endOnFailure: true });
  const tried = cases;
  if (found.counterexample === null) return { cases: tried, failed: null };
  const simpler = await check(shrinkMs, { path: found.counterexamplePath });
  // A fault that did not come again while it was simplified is told as it was seen.
  const told = simpler.counterexample === null ? found : simpler;
  return {
    cases: tried,
    failed: {
      plan: JSON.stringify(told.counterexample[0].plan),
      faults: (told.errorInstance as Error).message,
      path: told.counterexamplePath,
      shrinks: simpler.numShrinks,
    },
  };
}
