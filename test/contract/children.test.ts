import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { Component, JsonObject, SessionView } from '@workflow/workflow-model';
import {
  chain,
  component,
  input,
  link,
  output,
  openContractSystem,
  type SharedContractSystem,
} from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';

describeEachBackend('children', (backend) => {
  let system: SharedContractSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  const items = input({ key: 'items', type: 'JSON' });

  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    system = await openContractSystem(backend);
  });
  afterAll(async () => {
    thirdParty?.stop();
  });

  const call = (query: string): Component =>
    component('http-request', { method: 'GET', url: `${thirdParty.url}/${query}` }, { output: 'answer' });
  const start = (workflowId: string, componentId: string, placeholderValues: JsonObject): Component =>
    component('run-workflow', { workflowId, componentId, placeholderValues, wait: true }, { output: 'child' });
  const forEach = (workflowId: string, componentId: string, config: JsonObject = {}): Component =>
    component(
      'for-each',
      { items: '{{ items }}', workflowId, componentId, itemKey: 'item', concurrency: 4, ...config },
      { output: 'all' },
    );
  const sessionsOf = async (workflowId: string) =>
    (await system.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?workflowId=${workflowId}`)).items;
  const statusesOf = async (workflowId: string) => (await sessionsOf(workflowId)).map(({ status }) => status).sort();
  /** The rows below a failed session are cancelled in parts, after its own end was reported. */
  const underWay = async (...workflowIds: string[]) =>
    (await Promise.all(workflowIds.map(sessionsOf))).flat().filter(({ finishedAt }) => finishedAt === null);

  /** Publishes a workflow whose item 13 fails while the others wait for the third party in a child. */
  async function publishSlow() {
    const item = input({ key: 'item', type: 'NUMBER' });
    const slowId = await system.api.publish('Slow', chain(item, call('slow?ms=60000&item={{ item }}')));
    const [is13, wait, boom] = [
      component('condition', { expression: 'item = 13' }),
      component('delay', { seconds: 1 }),
      component('transform', { expression: '$error("boom")', type: 'TEXT' }),
    ];
    const child = start(slowId, item.id, { item: '{{ item }}' });
    const workflowId = await system.api.publish('Item', {
      components: [item, is13, wait, boom, child],
      connections: [link(item, is13), link(is13, wait, 'true'), link(wait, boom), link(is13, child, 'false')],
    });
    return { workflowId, componentId: item.id, slowId };
  }

  test('of a for-each that fails are cancelled with theirs, and their calls are given up', async () => {
    const { workflowId, componentId, slowId } = await publishSlow();
    const each = forEach(workflowId, componentId);
    const failsId = await system.api.publish('Fails', chain(items, each, output('{{ all }}')));
    const { body } = await system.api.run(failsId, items.id, { items: [1, 2, 13, 4] }, { prefer: 'wait=60' });
    expect(body).toMatchObject({ status: 'FAILED', error: { code: 'CHILD_FAILED' } });
    await waitFor(async () => (await underWay(workflowId, slowId)).length === 0);
    expect(await statusesOf(workflowId)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED', 'FAILED']);
    expect(new Set(await statusesOf(slowId))).toEqual(new Set(['CANCELLED']));
    await waitFor(() => thirdParty.underWay === 0, { withinMs: 10_000 });
  });

  test('are cancelled too where the error port takes the failure, or another branch fails the session', async () => {
    const { workflowId, componentId } = await publishSlow();
    const [each, rescued] = [forEach(workflowId, componentId), output('{{ error.code }}')];
    const takenId = await system.api.publish('Taken', {
      components: [items, each, rescued],
      connections: [link(items, each), link(each, rescued, 'error')],
    });
    const taken = await system.api.run(takenId, items.id, { items: [1, 13] }, { prefer: 'wait=60' });
    expect(taken.body).toMatchObject({ status: 'SUCCEEDED', output: 'CHILD_FAILED' });

    const [child, wait] = [start(workflowId, componentId, { item: 1 }), component('delay', { seconds: 1 })];
    const boom = component('transform', { expression: '$error("boom")', type: 'TEXT' });
    const nextToId = await system.api.publish('Next to it', {
      components: [items, child, wait, boom],
      connections: [link(items, child), link(items, wait), link(wait, boom)],
    });
    const nextTo = await system.api.run(nextToId, items.id, {}, { prefer: 'wait=60' });
    expect(nextTo.body).toMatchObject({ status: 'FAILED', error: { message: 'boom' } });
    await waitFor(async () => (await underWay(workflowId)).length === 0);
    expect(await statusesOf(workflowId)).toEqual(['CANCELLED', 'CANCELLED', 'FAILED']);
    await waitFor(() => thirdParty.underWay === 0, { withinMs: 10_000 });
  });

  test('that succeeded are reused by a retry from the failed step, and run again by one from the start', async () => {
    const item = input({ key: 'item', type: 'NUMBER' });
    const path = `retry-${backend}`;
    const calls = (one: number) => thirdParty.calls.filter(({ url }) => url === `/${path}?item=${one}`).length;
    const flaky = call(`${path}?item={{ item }}`);
    const fails = component('transform', {
      expression: 'item = 3 and answer.body.tries = 1 ? $error("first") : item',
      type: 'NUMBER',
    });
    const childId = await system.api.publish('Flaky', chain(item, flaky, fails, output('{{ item }}')));
    const each = forEach(childId, item.id, { concurrency: 1 });
    const only = start(childId, item.id, { item: 5 });
    const parentId = await system.api.publish('Parent', chain(items, only, each, output('{{ all }}')));
    const { body } = await system.api.run(parentId, items.id, { items: [1, 2, 3, 4] }, { prefer: 'wait=60' });
    expect(body.status).toBe('FAILED');
    expect([1, 2, 3, 4, 5].map(calls)).toEqual([1, 1, 1, 0, 1]);

    const sessionId = String(body.sessionId);
    await system.api.call('POST', `/v1/sessions/${sessionId}/retry`);
    expect(await system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED', output: [1, 2, 3, 4] });
    expect([1, 2, 3, 4, 5].map(calls)).toEqual([1, 1, 2, 1, 1]);
  });

  test('with onItemError continue, each item has its output or its error', async () => {
    const item = input({ key: 'item', type: 'NUMBER' });
    const compute = component('transform', { expression: '10 / item', type: 'NUMBER' }, { output: 'result' });
    const childId = await system.api.publish('Divide', chain(item, compute, output('{{ result }}')));
    const each = forEach(childId, item.id, { onItemError: 'continue', concurrency: 2 });
    const parentId = await system.api.publish('Continues', chain(items, each, output('{{ all }}')));
    const { body } = await system.api.run(parentId, items.id, { items: [5, 'x', 2] }, { prefer: 'wait=60' });
    expect(body).toMatchObject({
      status: 'SUCCEEDED',
      output: [
        { output: 2 },
        { error: { code: 'FIELD_INVALID', message: expect.stringContaining('placeholderValues.item') } },
        { output: 5 },
      ],
    });
  });
});
