import { describe, expect, test } from '@jest/globals';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

/** jsonb would store `id` first and `amount` last. */
const WRITTEN = { zone: '{{ name }}', amount: { total: 1, at: 2 }, id: 7 };
const SHOWN = '{"zone":"north","amount":{"total":1,"at":2},"id":7}';

describe('the order of keys', () => {
  const system = useContractSystem();

  async function run(workflowId: string, componentId: string, mode: 'PROD' | 'TEST' = 'PROD') {
    const request = { workflowId, componentId, mode, placeholderValues: { name: 'north' } };
    const { body } = await system.api.request<{ sessionId: string; output: JsonObject }>(
      'POST',
      '/v1/workflow/run',
      request,
      { prefer: 'wait=60' },
    );
    return { sessionId: body.sessionId, output: JSON.stringify(body.output) };
  }

  test('an output has its keys as the author wrote them, wherever it is shown', async () => {
    const [start, end] = [input('name'), output(WRITTEN)];
    const workflowId = await system.api.publish('Ordered', chain(start, end));
    const { sessionId, output: answered } = await run(workflowId, start.id);
    expect(answered).toBe(SHOWN);
    expect((await run(workflowId, start.id, 'TEST')).output).toBe(SHOWN);
    const session = await system.api.call<{ output: JsonObject }>('GET', `/v1/sessions/${sessionId}`);
    expect(JSON.stringify(session.output)).toBe(SHOWN);
    const steps = await system.api.steps(sessionId);
    expect(steps.map((step) => JSON.stringify(step.output))).toContain(SHOWN);
    for (const path of [
      `/v1/workflows/${workflowId}`,
      `/v1/workflows/${workflowId}/versions/1`,
      `/v1/sessions/${sessionId}/definition`,
    ]) {
      const { components } = await system.api.call<{ components: Component[] }>('GET', path);
      expect(JSON.stringify(components[1]?.config['value'])).toBe(JSON.stringify(WRITTEN));
    }
  });

  test('a version that only puts keys in another order outputs that order, and the one before it its own', async () => {
    const [start, end] = [input('name'), output(WRITTEN)];
    const workflowId = await system.api.publish('Reordered', chain(start, end));
    const { zone, ...others } = WRITTEN;
    const reordered = component('output', { value: { ...others, zone } }, { id: end.id });
    const path = `/v1/workflows/${workflowId}`;
    const { headers } = await system.api.request('GET', path);
    await system.api.request(
      'PUT',
      path,
      { name: 'Reordered', ...chain(start, reordered) },
      { 'if-match': headers.get('etag') ?? '' },
    );
    await system.api.call('POST', `${path}/publish`);
    expect((await run(workflowId, start.id)).output).toBe('{"amount":{"total":1,"at":2},"id":7,"zone":"north"}');
    await system.api.call('POST', `${path}/versions/1/restore`);
    expect((await run(workflowId, start.id, 'TEST')).output).toBe(SHOWN);
  });
});
