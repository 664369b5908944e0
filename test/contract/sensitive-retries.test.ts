import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, link, type Answer } from './contract-system.ts';
import { FIELDS, openSensitiveLab, type SensitiveLab } from './sensitive-lab.ts';

describeEachBackend('sensitive fields of retried and pinned sessions', (backend) => {
  let lab: SensitiveLab;
  beforeAll(async () => {
    lab = await openSensitiveLab(backend);
  });
  afterAll(() => lab?.stop());

  test('survive failures, retries from both places, and the death of an executor', async () => {
    const sent = lab.plant();
    const start = input(...FIELDS);
    const failing = lab.request('/fails?status=500', {}, { maxAttempts: 2, backoffSeconds: 0.1 });
    const boom = component('transform', { expression: '$error("card is " & card)', type: 'TEXT' });
    const held = lab.request('/held');
    const workflowId = await lab.system.api.publish('Hard', {
      components: [start, failing, boom, held],
      connections: [link(start, failing), link(failing, held, 'error'), link(held, boom)],
    });
    const running = lab.system.clients[0]!.request<Answer['body']>('POST', '/v1/workflow/run', {
      workflowId,
      componentId: start.id,
      placeholderValues: sent,
    });
    const { sessionId } = (await running).body;
    const calls = () => lab.third.calls.filter(({ url }) => url === '/held').length;
    await waitFor(() => calls() === 1);
    await Promise.all([lab.system.executors[0]!.kill(), lab.system.startExecutor()]);
    await waitFor(() => calls() === 2);
    lab.third.release();
    const failed = await lab.look(sessionId);
    expect(failed.error?.message).toContain('card is •••');
    for (const from of ['failed-step', 'start']) {
      await lab.system.api.call('POST', `/v1/sessions/${sessionId}/retry?from=${from}`);
      if (from === 'start') {
        await waitFor(() => calls() === 3);
        lab.third.release();
      }
      expect((await lab.look(sessionId)).error?.message).toContain('card is •••');
    }
    expect(lab.lastCall('/held')).toMatchObject({ card: sent.card, pin: sent.pin });
  });

  test('are sealed in pinned outputs, and taken over from an earlier session', async () => {
    const sent = lab.plant();
    const start = input(...FIELDS);
    const parse = component(
      'json-parse',
      { source: '{{ $string({"card": card}) }}', fields: [{ key: 'card', type: 'TEXT', sensitive: true }] },
      { output: 'data' },
    );
    const call = lab.request('/pinned', { body: { card: '{{ data.card }}' } });
    const workflowId = await lab.system.api.publish('Pins', chain(start, parse, call));
    const test = (from: Component, values: JsonObject, more: JsonObject) =>
      lab.run(workflowId, from, values, { mode: 'TEST', ...more });
    const pinned = lab.plantText('pin');
    const first = await test(start, sent, { pinnedOutputs: { [parse.id]: { card: pinned } } });
    expect(first.body.status).toBe('SUCCEEDED');
    expect(lab.lastCall('/pinned')).toEqual({ card: pinned });
    await lab.look(first.body.sessionId);
    const second = await test(call, {}, { pinsFromSession: first.body.sessionId });
    expect(second.body.status).toBe('SUCCEEDED');
    expect(lab.third.calls.filter(({ url }) => url === '/pinned')).toHaveLength(2);
    expect(lab.lastCall('/pinned')).toEqual({ card: pinned });
    await lab.look(second.body.sessionId);
  });

  test('stand nowhere in the database, the queue, the logs, the metrics, the events and the views', () =>
    lab.expectNothingShown());
});
