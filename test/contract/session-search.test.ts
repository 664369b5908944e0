import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { Component, Definition, JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, component, input, type Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

describeEachBackend('the search for sessions', (backend) => {
  const system = useContractSystem(backend);
  const start = input({ key: 'order', type: 'OBJECT', fields: [{ key: 'id', type: 'TEXT' }] }, 'secret');
  const labelled = (label: string, ...more: Component[]): Definition => ({ ...chain(start, ...more), label });

  const ask = <Body = JsonObject>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    system.clients[0]!.request<Body>(method, path, body, headers);
  const list = async (query: string) =>
    (await ask<{ items: SessionView[] }>('GET', `/v1/sessions?${query}`)).body.items;
  const run = (workflowId: string, values: JsonObject, more: JsonObject = {}): Promise<Answer> =>
    ask('POST', '/v1/workflow/run', { workflowId, componentId: start.id, placeholderValues: values, ...more });
  const read = async (id: string) => (await ask<SessionView>('GET', `/v1/sessions/${id}`)).body;

  test('a search takes idempotency keys, ids of deliveries and keys of flow control', async () => {
    const flow = { concurrency: { key: 'order.id', limit: 1 } };
    const waits = { ...labelled('order.id', component('delay', { seconds: 600 })), flow };
    const workflowId = await system.api.publish('Limited', waits);
    const key = `key-${randomUUID()}`;
    const place = `place-${randomUUID()}`;
    const request = { workflowId, componentId: start.id, placeholderValues: { 'order.id': place } };
    const first = await ask<Answer['body']>('POST', '/v1/workflow/run', request, { 'idempotency-key': key });
    await waitFor(async () => (await read(first.body.sessionId)).status === 'WAITING', { what: 'the holder' });
    const second = await run(workflowId, { 'order.id': place });
    await waitFor(async () => (await read(second.body.sessionId)).waitingFor === 'concurrency', { what: 'the held' });
    expect((await list(`text=${key}`)).map(({ id }) => id)).toEqual([first.body.sessionId]);
    expect((await list(`text=${place}`)).map(({ id }) => id)).toEqual([second.body.sessionId, first.body.sessionId]);
    expect(await list(`text=${key}&status=FAILED`)).toEqual([]);

    // A held session names its key and the session that has the slot.
    const held = await ask('GET', `/v1/sessions/${second.body.sessionId}/place`);
    expect(held.body).toEqual({
      rule: 'concurrency',
      key: place,
      limit: 1,
      holders: [{ id: first.body.sessionId, label: place, status: 'WAITING' }],
      ahead: 0,
    });
    expect((await ask('GET', `/v1/sessions/${first.body.sessionId}/place`)).body).toMatchObject({ rule: null });
    expect((await ask('GET', `/v1/sessions/${randomUUID()}/place`)).status).toBe(404);
    const strange = system.as((await system.createOrganization('Others')).apiKey);
    expect((await strange.request('GET', `/v1/sessions/${second.body.sessionId}/place`)).status).toBe(404);
    expect((await strange.request<{ items: object[] }>('GET', `/v1/sessions?text=${key}`)).body.items).toEqual([]);

    const hook = component('webhook', {}, { output: 'request' });
    const hooked = await system.api.publish('Hooked', chain(hook));
    const made = await ask<{ token: string }>('POST', `/v1/workflows/${hooked}/components/${hook.id}/token`);
    const delivery = randomUUID();
    const headers = { token: made.body.token, 'webhook-id': `msg_${delivery}` };
    const delivered = await ask<{ sessionId: string }>('POST', `/webhook/${hooked}`, {}, headers);
    expect((await list(`text=msg_${delivery}`)).map(({ id }) => id)).toEqual([delivered.body.sessionId]);
  });
});
