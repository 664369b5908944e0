import { gatheredItem } from '@workflow/validation';
import type { NewSession } from '@workflow/session-store';
import type { Component, FlowKeys, Gather, JsonObject } from '@workflow/workflow-model';

/** In the answer to a request that joined a session. */
export const gatheredSchema = {
  type: 'boolean',
  description: 'true: the request joined a session that gathers requests; `sessionId` is that session.',
} as const;

const DEFAULT_MAX_ITEMS = 100;

/** How a request is gathered; undefined: its workflow does not gather. */
export function gatheredRequest(
  gather: Gather | undefined,
  keys: FlowKeys | undefined,
  start: Component,
  values: Readonly<JsonObject>,
): NewSession['gather'] {
  if (gather === undefined || keys?.gatherKey === undefined) return;
  return {
    key: keys.gatherKey,
    quietMs: gather.quietSeconds * 1_000,
    maxMs: gather.maxSeconds * 1_000,
    maxItems: gather.maxItems ?? DEFAULT_MAX_ITEMS,
    item: gather.deliver === 'all' ? JSON.stringify(gatheredItem(start, values)) : null,
    responseFor: () => null,
  };
}
