import type { Json, JsonObject } from '@workflow/workflow-model';
import { readRemembered, remember } from '../../api/browser-memory.ts';

/** The outputs that test runs of a workflow use instead of running the component, by component id. */
export function readPins(workflowId: string): JsonObject {
  return readRemembered('test-pins', workflowId) ?? {};
}

/** The pins with another one; undefined removes it. They are remembered in this browser. */
export function withPin(
  workflowId: string,
  pins: JsonObject,
  componentId: string,
  value: Json | undefined,
): JsonObject {
  const { [componentId]: _old, ...others } = pins;
  const next = value === undefined ? others : { ...others, [componentId]: value };
  remember('test-pins', workflowId, next);
  return next;
}

/** The pins that a run from a component can use: those of existing components other than the start. */
export function usablePins(
  pins: JsonObject,
  components: readonly { id: string }[],
  startAt: string,
): { pinnedOutputs?: JsonObject } {
  const usable = components.flatMap(({ id }) =>
    id !== startAt && id in pins ? [[id, pins[id] as Json] as const] : [],
  );
  return usable.length === 0 ? {} : { pinnedOutputs: Object.fromEntries(usable) };
}
