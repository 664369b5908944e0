import { claimLost, type StoredValues, type ValueScope } from '@workflow/component-kit/run';
import { EffectRefused, type Content, type EffectStep, type ValueChange } from '@workflow/session-store';
import { StepFailure, type Json } from '@workflow/workflow-model';
import { entryContent, entryKey } from './entry-content.ts';
import { ITERATION } from './step-records.ts';
import type { FromStore, WalkResources } from './walk-resources.ts';

/** A change of each kind, without the value that it changes. */
type WithoutTarget<Change> = Change extends unknown ? Omit<Change, 'scope' | 'key'> : never;

/** Returns the stored values, for one component of a claimed session. */
export function valuesOf(shared: WalkResources, componentId: string, fromStore: FromStore): StoredValues {
  const { values } = shared.deps.collections;
  const change = async (scope: ValueScope, given: string, what: WithoutTarget<ValueChange>): Promise<Json> => {
    const step = effectStep(shared, componentId);
    const key = entryKey(shared, given);
    return effectOf(shared, fromStore, () => values.change(shared.fence, step, { scope, key, ...what }));
  };
  return {
    get: async (scope, key) => {
      const stored = await fromStore(() => values.get(shared.session, scope, entryKey(shared, key)));
      if (stored === null) return null;
      shared.sensitive.add(stored.sensitive);
      return stored.value;
    },
    set: (scope, key, value, ttlSeconds) =>
      change(scope, key, { operation: 'set', content: entryContent(shared, value), ttlSeconds }),
    add: async (scope, key, amount, ttlSeconds) =>
      (await change(scope, key, { operation: 'add', amount, ttlSeconds })) as number,
    delete: (scope, key) => change(scope, key, { operation: 'delete' }),
  };
}

/**
 * Identifies a step in all its attempts, and in its retries from the failed step. The step of a component that another
 * version changed is a new one.
 */
export function effectStep({ session }: WalkResources, componentId: string): EffectStep {
  const { id: sessionId, organizationId, resumeFromRun, resultsFrom } = session;
  const run = resultsFrom?.[componentId] ?? resumeFromRun;
  return { organizationId, sessionId, run, componentId, iteration: ITERATION };
}

/**
 * Returns the result of an effect, and masks its sensitive parts from then on.
 * @throws StepFailure if the effect was refused
 */
export async function effectOf(
  { sensitive }: Pick<WalkResources, 'sensitive'>,
  fromStore: FromStore,
  effect: () => Promise<Content | null>,
): Promise<Json> {
  const result = await fromStore(async () => {
    try {
      return await effect();
    } catch (error) {
      throw error instanceof EffectRefused ? new StepFailure(error.code, error.message) : error;
    }
  });
  if (result === null) throw claimLost();
  sensitive.add(result.sensitive);
  return result.value;
}
