import type {
  ComputedKeys,
  Definition,
  FlowKeys,
  Gathering,
  JsonObject,
  StartRules,
  StartRulesOptions,
} from '@workflow/workflow-model';
import { compileFlowKeys } from '../flow/compile-flow-keys.ts';
import { compileLabel } from '../flow/compile-label.ts';
import { gatheredItem } from '../flow/gathered-item.ts';
import { hideStart } from '../masking/sensitive-start.ts';

const DEFAULT_MAX_ITEMS = 100;

/** The keys of sessions of a paused workflow without limits. They are on hold too. */
const UNLIMITED = (): Promise<ComputedKeys> =>
  Promise.resolve({ keys: { concurrencyKey: '', orderKey: '' }, problems: [] });

/** Compiles the rules by which a definition starts sessions. */
export function compileStartRules(
  definition: Definition,
  { isDraft = false, isPaused = false, gathers = false }: StartRulesOptions = {},
): StartRules {
  const { gather, ...flow } = (isDraft ? undefined : definition.flow) ?? {};
  const limited = { ...definition, flow: gathers && gather !== undefined ? { ...flow, gather } : flow };
  return {
    priority: flow.priority,
    expireAfterSeconds: definition.expireAfterSeconds,
    pool: definition.pool,
    flowKeys: compileFlowKeys(limited) ?? (isPaused && !isDraft ? UNLIMITED : null),
    label: compileLabel(definition),
    hide: (values, inherited) => hideStart(definition, values, inherited),
    gather: (componentId, keys, values) => (gathers ? gatheringOf(limited, componentId, keys, values) : undefined),
  };
}

function gatheringOf(
  { flow, components }: Definition,
  componentId: string,
  keys: FlowKeys | undefined,
  values: Readonly<JsonObject>,
): Gathering | undefined {
  const gather = flow?.gather;
  if (gather === undefined || keys?.gatherKey === undefined) return undefined;
  const start = components.find(({ id }) => id === componentId);
  if (start === undefined) return undefined;
  return {
    key: keys.gatherKey,
    quietMs: gather.quietSeconds * 1_000,
    maxMs: gather.maxSeconds * 1_000,
    maxItems: gather.maxItems ?? DEFAULT_MAX_ITEMS,
    item: gather.deliver === 'all' ? JSON.stringify(gatheredItem(start, values)) : null,
  };
}
