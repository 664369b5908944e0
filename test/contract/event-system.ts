import { expect } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output, type SharedContractSystem } from './contract-system.ts';
import { startEventReceiver } from './event-receiver.ts';

export interface Hook {
  id: string;
  secret: string;
  disabledAt: string | null;
}

export interface Delivery {
  id: string;
  type: string;
  sessionId: string | null;
  status: string;
  tries: { httpStatus: number | null; error: string | null }[];
}

export const ENDS = ['session.succeeded', 'session.failed', 'session.cancelled'];
export const HOOKS = '/v1/organization/event-hooks';

/** Opens a receiver of events, and a workflow that fails when its divisor is 0, for an organization of the system. */
export async function openEvents(system: SharedContractSystem) {
  const receiver = await startEventReceiver();
  const start = input({ key: 'divisor', type: 'NUMBER' });
  const divide = component('transform', { expression: '1 / divisor', type: 'NUMBER' }, { output: 'x' });
  const workflowId = await system.api.publish('Divides', chain(start, divide, output({ zeta: 1, alpha: '{{ x }}' })));
  const ask = <Body = JsonObject>(method: string, path: string, body?: unknown) =>
    system.clients[0]!.request<Body>(method, path, body);
  return {
    receiver,
    start,
    divide,
    ask,
    /** Creates a hook for all ends, or with the settings of `more`. */
    async makeHook(more: JsonObject = {}): Promise<Hook> {
      const { status, body } = await ask<Hook>('POST', HOOKS, { url: receiver.url, events: ENDS, ...more });
      expect(status).toBe(201);
      return body;
    },
    remove: (hook: Hook) => ask('DELETE', `${HOOKS}/${hook.id}`),
    deliveries: async (hook: Hook) =>
      (await ask<{ items: Delivery[] }>('GET', `${HOOKS}/${hook.id}/deliveries`)).body.items,
    /** Starts a session. @returns its id */
    async run(divisor: number, more: JsonObject = {}): Promise<string> {
      const body = { workflowId, componentId: start.id, placeholderValues: { divisor }, ...more };
      return String((await ask('POST', '/v1/workflow/run', body)).body['sessionId']);
    },
    /** Waits until the session has sent `count` events, and returns them. */
    received: (sessionId: string, count = 1) =>
      waitFor(async () => (receiver.of(sessionId).length >= count ? receiver.of(sessionId) : null), {
        what: `event ${count} of the session`,
      }),
    publish: (name: string, definition: Definition) => system.api.publish(name, definition),
    untilEnded: (sessionId: string) => system.api.untilEnded(sessionId),
    stop: () => receiver.stop(),
  };
}

export type Events = Awaited<ReturnType<typeof openEvents>>;
