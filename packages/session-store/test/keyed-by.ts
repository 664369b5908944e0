import type { Definition, FlowKeys, JsonObject, StartRulesOf } from '@workflow/workflow-model';

/** Returns rules by which the sessions of limited workflows start under the keys that a test computes. */
export function keyedBy(
  keysOf: (definition: Definition, values: Readonly<JsonObject>) => FlowKeys | Promise<FlowKeys>,
): StartRulesOf {
  return (definition) => ({
    priority: definition.flow?.priority,
    expireAfterSeconds: definition.expireAfterSeconds,
    pool: definition.pool,
    flowKeys:
      definition.flow === undefined
        ? null
        : async (values) => ({ keys: await keysOf(definition, values), problems: [] }),
    label: null,
    hide: () => null,
    gather: () => undefined,
  });
}
