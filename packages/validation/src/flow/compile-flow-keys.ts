import type { ComputedKeys, Definition, JsonObject, StartRules } from '@workflow/workflow-model';
import { nestPlaceholders } from '../placeholders/nest-placeholders.ts';
import { cachedKey } from './compile-key.ts';

/** The maximum length of a key in characters. */
const MAX_KEY_LENGTH = 255;

/** The key of all sessions if the rule has no expression. */
const SHARED = 'null';

/**
 * Compiles the function that computes the keys of a definition's sessions. Returns null if it has no limits. An
 * expression without a result gives the key null, which is a key like any other. Only expressions that passed
 * publishing are compiled here.
 */
export function compileFlowKeys({ flow }: Definition): StartRules['flowKeys'] {
  if (flow === undefined) return null;
  const rules = (['concurrency', 'order', 'gather'] as const).flatMap((rule) => {
    const settings = flow[rule];
    return settings === undefined ? [] : [{ name: `${rule}Key` as const, keyOf: compileRule(rule, settings.key) }];
  });
  if (rules.length === 0) return null;
  return async (values) => {
    const nested = nestPlaceholders(values);
    const computed: ComputedKeys = { keys: { concurrencyKey: '', orderKey: '' }, problems: [] };
    for (const { name, keyOf } of rules) {
      computed.keys[name] = SHARED;
      try {
        computed.keys[name] = await keyOf(nested);
      } catch (error) {
        computed.problems.push(error instanceof Error ? error.message : String(error));
      }
    }
    return computed;
  };
}

function compileRule(rule: string, source: string | undefined): (placeholders: JsonObject) => Promise<string> {
  if (source === undefined) return () => Promise.resolve(SHARED);
  const keyOf = cachedKey(source, { name: `flow.${rule}.key`, maxLength: MAX_KEY_LENGTH });
  return async (placeholders) => JSON.stringify(await keyOf(placeholders));
}
