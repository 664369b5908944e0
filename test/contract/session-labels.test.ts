import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { Component, Definition, JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, component, input, output, type Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

describeEachBackend('labels of sessions', (backend) => {
  const system = useContractSystem(backend);
  const start = input({ key: 'order', type: 'OBJECT', fields: [{ key: 'id', type: 'TEXT' }] }, 'secret');
  const labelled = (label: string, ...more: Component[]): Definition => ({ ...chain(start, ...more), label });

  const ask = <Body = JsonObject>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    system.clients[0]!.request<Body>(method, path, body, headers);
  const list = async (query: string) =>
    (await ask<{ items: SessionView[] }>('GET', `/v1/sessions?${query}`)).body.items;
  const run = (workflowId: string, values: JsonObject, more: JsonObject = {}): Promise<Answer> =>
    ask('POST', '/v1/workflow/run', { workflowId, componentId: start.id, placeholderValues: values, ...more });
  /** Starts a session. @returns its id */
  const started = async (workflowId: string, values: JsonObject, more: JsonObject = {}): Promise<string> => {
    const { status, body } = await run(workflowId, values, more);
    expect([status, body.message]).toEqual([200, undefined]);
    return String(body.sessionId);
  };
  const read = (id: string) => system.api.call<SessionView>('GET', `/v1/sessions/${id}`);

  test('stand in the session and in lists, and are found by their beginning', async () => {
    const workflowId = await system.api.publish('Labelled', labelled("'Order ' & order.id", output('{{ order.id }}')));
    const tag = randomUUID().slice(0, 8);
    const ids: string[] = [];
    for (const id of ['1', '2', '10']) ids.push(await started(workflowId, { 'order.id': `${tag}-${id}` }));
    expect((await read(ids[0]!)).label).toBe(`Order ${tag}-1`);
    const found = await list(`label=${encodeURIComponent(`Order ${tag}-1`)}`);
    expect(found.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    expect(await list(`label=${encodeURIComponent(`Order ${tag}-1`)}&workflowId=${randomUUID()}`)).toEqual([]);
    expect(await list(`label=${encodeURIComponent(`order ${tag}`)}`)).toEqual([]);
    const strange = system.as((await system.createOrganization('Strangers')).apiKey);
    const theirs = await strange.request<{ items: object[] }>('GET', '/v1/sessions?label=Order');
    expect(theirs.body.items).toEqual([]);
    const tested = await started(workflowId, { 'order.id': `${tag}-test` }, { mode: 'TEST' });
    expect((await read(tested)).label).toBe(`Order ${tag}-test`);
    expect((await read(await started(workflowId, {}))).label).toBe('Order ');
    // A session that a caller waits for, and one that has ended, have the label as well.
    await system.api.untilEnded(ids[0]!);
    expect((await list(`label=Order%20${tag}-2&status=SUCCEEDED&status=RUNNING&status=QUEUED`)).length).toBe(1);
  });

  test('are what the definition computes, including numbers, and nothing if the result is empty', async () => {
    const of = async (label: string, values: JsonObject) => {
      const workflowId = await system.api.publish('Any', labelled(label));
      return (await read(await started(workflowId, values))).label;
    };
    expect(await of('$length(order.id)', { 'order.id': 'abc' })).toBe('3');
    expect(await of('order.id', {})).toBeNull();
    expect(await of("''", {})).toBeNull();
    const workflowId = await system.api.publish('None', chain(start));
    expect((await read(await started(workflowId, {}))).label).toBeNull();
    const { body } = await ask<Definition>(
      'GET',
      `/v1/workflows/${await system.api.publish('Sealed', labelled('secret'))}`,
    );
    expect(body.label).toBe('secret');
  });

  test('that fail refuse a run, and are a warning of a delivery', async () => {
    const workflowId = await system.api.publish('Long', labelled('order.id'));
    expect((await run(workflowId, { 'order.id': 'x'.repeat(120) })).status).toBe(200);
    const { status, body } = await run(workflowId, { 'order.id': 'x'.repeat(121) });
    expect([status, body.message]).toEqual([400, 'label: the expression must give at most 120 characters']);
    const hook = component('webhook', {}, { output: 'request' });
    const hooked = await system.api.publish('Hooked', { ...chain(hook), label: 'request' });
    const made = await ask<{ token: string }>('POST', `/v1/workflows/${hooked}/components/${hook.id}/token`);
    const delivered = await ask<{ sessionId: string }>('POST', `/webhook/${hooked}`, {}, { token: made.body.token });
    expect(delivered.status).toBe(202);
    const { id, label } = await system.api.untilEnded(delivered.body.sessionId);
    expect(label).toBeNull();
    const [step] = await system.api.steps(id);
    expect(step?.warning).toBe('label: the expression must give at most 120 characters');
  });

  test('are checked at publishing, and never show what is sensitive', async () => {
    const problemsOf = async (definition: Definition) => {
      const made = await ask<{ id: string }>('POST', '/v1/workflows', { name: 'Checked', ...definition });
      const answer = await ask<Answer['body']>('POST', `/v1/workflows/${made.body.id}/publish`);
      expect(answer.status).toBe(400);
      return answer.body.problems.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`);
    };
    expect(await problemsOf(labelled('customer.id'))).toEqual([expect.stringMatching(/^\/label label:.*customer\.id/)]);
    expect(await problemsOf(labelled('order.'))).toEqual([expect.stringMatching(/^\/label label: /)]);
    const card = input({ key: 'card', type: 'TEXT', sensitive: true });
    const hidden = { ...chain(card), label: 'card' };
    expect(await problemsOf(hidden)).toEqual(['/label label: a label cannot use the sensitive placeholder card']);
    const { body } = await ask<{ id: string }>('POST', '/v1/workflows', { name: 'Draft', ...hidden });
    const tested = await ask<Answer['body']>('POST', '/v1/workflow/run', {
      workflowId: body.id,
      componentId: card.id,
      mode: 'TEST',
      placeholderValues: { card: '4000 1234' },
    });
    expect((await read(tested.body.sessionId)).label).toBe('•••');
  });

  test('name children, each by its own values', async () => {
    const childId = await system.api.publish('Child', labelled("'Item ' & order.id"));
    const items = input({ key: 'items', type: 'JSON' });
    const config = { items: '{{ items }}', workflowId: childId, componentId: start.id, itemKey: 'order.id' };
    const each = component('for-each', { ...config, concurrency: 2 });
    const workflowId = await system.api.publish('Parent', chain(items, each));
    const { body } = await system.api.run(workflowId, items.id, { items: ['a', 'b'] });
    const id = String(body['sessionId']);
    await system.api.untilEnded(id);
    const labels = (await list(`parentId=${id}`)).map(({ label }) => label);
    expect(labels.sort()).toEqual(['Item a', 'Item b']);
  });
});
