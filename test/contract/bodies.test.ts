import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { Component, Connection, JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, component, input, link, openContractSystem, output } from './contract-system.ts';
import type { SharedContractSystem } from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';

describeEachBackend('bodies', (backend) => {
  let system: SharedContractSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  const start = input({ key: 'items', type: 'JSON' }, { key: 'greeting', type: 'TEXT' });

  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    system = await openContractSystem(backend);
  });
  afterAll(async () => {
    thirdParty?.stop();
  });

  const loop = (body: { components: Component[]; connections: Connection[] }, config: JsonObject = {}): Component =>
    component(
      'for-each',
      { items: '{{ items }}', itemKey: 'item', body: body as unknown as JsonObject, ...config },
      { output: 'all' },
    );
  const childrenOf = async (sessionId: string) =>
    (await system.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?parentId=${sessionId}`)).items;

  test('run as sessions of the same version, with the placeholders around them, the item and index', async () => {
    const greet = component(
      'transform',
      { expression: 'greeting & " " & item & " " & index', type: 'TEXT' },
      { output: 'greeted' },
    );
    const each = loop(chain(greet, output('{{ greeted }}')));
    const definition = chain(start, each, output('{{ all }}'));
    const workflowId = await system.api.publish('Greets', definition);
    const { body } = await system.api.run(
      workflowId,
      start.id,
      { items: ['Ada', 'Alan'], greeting: 'Hello' },
      {
        prefer: 'wait=60',
      },
    );
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: ['Hello Ada 0', 'Hello Alan 1'] });
    const children = await childrenOf(String(body.sessionId));
    expect(children.map((child) => [child.workflowId, child.workflowVersion, child.componentId])).toEqual([
      [workflowId, 1, greet.id],
      [workflowId, 1, greet.id],
    ]);
    const [child] = children as [SessionView];
    expect((await system.api.steps(child.id)).map((step) => step.componentId)).toHaveLength(2);
    expect(await system.api.call('GET', `/v1/workflows/${workflowId}`)).toMatchObject({ ...definition });
    expect(await system.api.call('GET', `/v1/sessions/${child.id}/definition`)).toMatchObject({ ...definition });
  });

  test('can contain a for-each with a body, and approvals, waits and errors', async () => {
    const add = component('transform', { expression: 'item * 10 + part + index', type: 'NUMBER' }, { output: 'sum' });
    const wait = component('delay', { seconds: 0.1 });
    const boom = component('transform', { expression: 'part = 2 ? $error("boom") : sum', type: 'NUMBER' });
    const [value, rescued] = [output('{{ sum }}'), output('{{ error.message }}')];
    const parts = component(
      'for-each',
      {
        items: '{{ [1, 2] }}',
        itemKey: 'part',
        body: {
          components: [add, wait, boom, value, rescued],
          connections: [link(add, wait), link(wait, boom), link(boom, value), link(boom, rescued, 'error')],
        } as unknown as JsonObject,
      },
      { output: 'parts' },
    );
    const each = loop(chain(parts, output('{{ parts }}')));
    const workflowId = await system.api.publish('Nested', chain(start, each, output('{{ all }}')));
    const { body } = await system.api.run(workflowId, start.id, { items: [3, 4] }, { prefer: 'wait=60' });
    expect(body).toMatchObject({
      status: 'SUCCEEDED',
      output: [
        [31, 'boom'],
        [41, 'boom'],
      ],
    });
  });

  test('stop at the first failure or collect errors, and a retry runs only what failed again', async () => {
    const path = `body-${backend}`;
    const calls = () => thirdParty.calls.filter(({ url }) => url?.startsWith(`/${path}?`)).length;
    const call = component(
      'http-request',
      { method: 'GET', url: `${thirdParty.url}/${path}?item={{ item }}` },
      { output: 'answer' },
    );
    const fails = component('transform', {
      expression: 'item = 2 and answer.body.tries = 1 ? $error("first") : item',
      type: 'NUMBER',
    });
    const each = loop(chain(call, fails, output('{{ item }}')), { concurrency: 1 });
    const workflowId = await system.api.publish('Fails once', chain(start, each, output('{{ all }}')));
    const { body } = await system.api.run(workflowId, start.id, { items: [1, 2, 3] }, { prefer: 'wait=60' });
    expect(body).toMatchObject({ status: 'FAILED', error: { code: 'CHILD_FAILED', componentId: each.id } });
    expect(calls()).toBe(2);
    const sessionId = String(body.sessionId);
    await system.api.call('POST', `/v1/sessions/${sessionId}/retry`);
    expect(await system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED', output: [1, 2, 3] });
    expect(calls()).toBe(4);

    const boom = component('transform', { expression: 'index = 1 ? $error("boom") : item', type: 'TEXT' });
    const collects = loop(chain(boom, output('{{ item }}')), { onItemError: 'continue' });
    const collectsId = await system.api.publish('Collects', chain(start, collects, output('{{ all }}')));
    const collected = await system.api.run(collectsId, start.id, { items: ['a', 'b'] }, { prefer: 'wait=60' });
    expect(collected.body).toMatchObject({
      status: 'SUCCEEDED',
      output: [{ output: 'a' }, { error: { message: 'boom', componentId: boom.id } }],
    });
    const failed = (await childrenOf(String(collected.body.sessionId))).find(({ status }) => status === 'FAILED');
    await system.api.call('POST', `/v1/sessions/${failed!.id}/retry`);
    expect(await system.api.untilEnded(failed!.id)).toMatchObject({ status: 'FAILED', error: { message: 'boom' } });
  });
});
