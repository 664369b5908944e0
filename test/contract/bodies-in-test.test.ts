import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Component, Connection, JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, component, input, link, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const system = useContractSystem();
const start = input({ key: 'items', type: 'JSON' });

const loop = (body: { components: Component[]; connections: Connection[] }): Component =>
  component('for-each', { items: '{{ items }}', itemKey: 'item', body: body as never }, { output: 'all' });

test('items run the version that their parent runs, and in TEST its draft, with pinned outputs', async () => {
  const ask = component('approval', { title: 'Item {{ item }}', timeoutSeconds: 60 }, { output: 'decision' });
  const made = component('transform', { expression: '"old " & item', type: 'TEXT' }, { output: 'made' });
  const body = {
    components: [ask, made, output('{{ made }}')],
    connections: [link(ask, made, 'approve')],
  };
  body.connections.push(link(made, body.components[2]!));
  const each = loop(body);
  const definition = chain(start, each, output('{{ all }}'));
  const workflowId = await system.api.publish('Asks', definition);
  const { body: begun } = await system.api.run(workflowId, start.id, { items: [1] });
  const sessionId = String(begun.sessionId);
  const approvals = async () =>
    (
      await system.api.call<{ items: { id: string; title: string; componentId: string }[] }>(
        'GET',
        `/v1/approvals?status=waiting&workflowId=${workflowId}`,
      )
    ).items;
  await waitFor(async () => (await approvals()).length === 1);
  expect(await approvals()).toMatchObject([{ title: 'Item 1', componentId: ask.id }]);

  await system.api.call('POST', `/v1/workflows/${workflowId}/unpublish`);
  const [waiting] = await approvals();
  await system.api.call('POST', `/v1/approvals/${waiting!.id}`, { choice: 'approve' });
  expect(await system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED', output: ['old 1'] });

  const tested = await system.api.request(
    'POST',
    '/v1/workflow/run',
    {
      workflowId,
      componentId: start.id,
      mode: 'TEST',
      placeholderValues: { items: [7] },
      pinnedOutputs: { [ask.id]: { choice: 'approve' }, [made.id]: 'pinned' },
    },
    { prefer: 'wait=60' },
  );
  expect(tested.body).toMatchObject({ status: 'SUCCEEDED', output: ['pinned'] });
  const alone = await system.api.request(
    'POST',
    '/v1/workflow/run',
    {
      workflowId,
      componentId: each.id,
      mode: 'TEST',
      onlyThisComponent: true,
      placeholderValues: { items: [8] },
      pinnedOutputs: { [ask.id]: { choice: 'approve' } },
    },
    { prefer: 'wait=60' },
  );
  expect(alone.body).toMatchObject({ status: 'SUCCEEDED' });
  expect((await system.api.steps(String(alone.body['sessionId']))).map((step) => step.output)).toEqual([['old 8']]);
});

test('inner components cannot be started by other workflows', async () => {
  const inner = component('transform', { expression: '1', type: 'NUMBER' });
  const workflowId = await system.api.publish('Has a body', chain(start, loop(chain(inner))));
  const call = component('run-workflow', { workflowId, componentId: inner.id, wait: true });
  const { id } = await system.api.call<{ id: string }>('POST', '/v1/workflows', {
    name: 'Calls',
    ...chain(input(), call),
  });
  const checked = await system.api.call<{ problems: JsonObject[] }>('POST', `/v1/workflows/${id}/check`);
  expect(checked.problems).toMatchObject([{ componentId: call.id, code: 'WORKFLOW_COMPONENT_UNKNOWN' }]);
});

test('items wait for no place, order or label of their own workflow', async () => {
  const each = loop(chain(component('delay', { seconds: 0.1 }), output('{{ item }}')));
  const workflowId = await system.api.publish('One at a time', {
    ...chain(start, each, output('{{ all }}')),
    flow: { concurrency: { limit: 1 } },
    label: '"run"',
  });
  const { body } = await system.api.run(
    workflowId,
    start.id,
    { items: [1, 2] },
    {
      prefer: 'wait=60',
    },
  );
  expect(body).toMatchObject({ status: 'SUCCEEDED', output: [1, 2] });
  const parentId = String(body.sessionId);
  const { items } = await system.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?parentId=${parentId}`);
  expect(items.map(({ label }) => label)).toEqual([null, null]);
});
