import fc from 'fast-check';
import type { ArenaKeeper } from './arena-keeper.ts';
import type { AnyOperation } from './operations/operation.ts';

export interface FuzzSettings {
  seed: number;
  /** The path of a failed case within its seed, for fast-check. */
  path?: string | undefined;
  withinMs: number;
  shrinkMs: number;
}

export interface FuzzResult {
  cases: number;
  /** The simplest failed case, or null. */
  failed: { plan: string; faults: string; path: string; shrinks: number } | null;
}

/** Tries cases of an operation one by one until one causes a fault or the time is over, and simplifies it. */
export async function fuzzOperation(
  operation: AnyOperation,
  keeper: ArenaKeeper,
  { seed, path, withinMs, shrinkMs }: FuzzSettings,
): Promise<FuzzResult> {
  let cases = 0;
  const check = async (ms: number, more: { path?: string; endOnFailure?: boolean }) => {
    const until = performance.now() + ms;
    const harmless = fc.asyncProperty(operation.cases, async ({ act }) => {
      // A case that has begun is not interrupted, because its effects would be attributed to the next one.
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
  // A fault that did not occur again during the simplification is reported in its original form.
  const reported = simpler.counterexample === null ? found : simpler;
  return {
    cases: tried,
    failed: {
      plan: JSON.stringify(reported.counterexample[0].plan),
      faults: (reported.errorInstance as Error).message,
      path: reported.counterexamplePath,
      shrinks: simpler.numShrinks,
    },
  };
}
