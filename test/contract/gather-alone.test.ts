import { expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { Flow } from '@workflow/workflow-model';
import { chain, component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';
import { gatheringWorkflows } from './gathering-workflows.ts';

describeEachBackend('gathering with other rules', (backend) => {
  const system = useContractSystem(backend);
  const { publish, run, session, outputOf, items } = gatheringWorkflows(() => system);

  test('a paused workflow gathers and closes in time; what was cancelled is gathered for its retry', async () => {
    const workflow = await publish({ quietSeconds: 3, maxSeconds: 20, deliver: 'all' });
    await system.api.call('POST', `/v1/workflows/${workflow.workflowId}/pause`);
    const id = (await run(workflow, 'a', 1)).body['sessionId'];
    await run(workflow, 'a', 2);
    await waitFor(async () => (await session(id)).waitingFor === 'pause');
    const next = (await run(workflow, 'a', 3)).body['sessionId'];
    expect(next).not.toBe(id);
    await run(workflow, 'a', 4);
    await system.api.call('POST', `/v1/sessions/${String(next)}/cancel`);
    expect((await run(workflow, 'a', 5)).body).not.toHaveProperty('gathered');
    await system.api.call('POST', `/v1/workflows/${workflow.workflowId}/resume`);
    await system.api.call('POST', `/v1/sessions/${String(next)}/retry`);
    expect(await outputOf(id)).toEqual(items('a', [1, 2]));
    expect(await outputOf(next)).toEqual(items('a', [3, 4]));
  });

  test('TEST runs and children are lists of one', async () => {
    const workflow = await publish({ quietSeconds: 30, maxSeconds: 60, deliver: 'all' });
    const tested = await system.clients[0]!.request(
      'POST',
      '/v1/workflow/run',
      { workflowId: workflow.workflowId, componentId: workflow.start, mode: 'TEST', placeholderValues: { key: 'a' } },
      { prefer: 'wait=60' },
    );
    expect(tested.body).toMatchObject({ status: 'SUCCEEDED', output: [{ key: 'a' }] });
    const parent = input('key');
    const child = component(
      'run-workflow',
      {
        workflowId: workflow.workflowId,
        componentId: workflow.start,
        placeholderValues: { key: '{{ key }}' },
        wait: true,
      },
      { output: 'child' },
    );
    const parentId = await system.api.publish('Parent', chain(parent, child, output('{{ child.output }}')));
    const ran = await system.clients[0]!.run(parentId, parent.id, { key: 'b' }, { prefer: 'wait=60' });
    expect(ran.body).toMatchObject({ status: 'SUCCEEDED', output: [{ key: 'b' }] });
  });

  test('webhook deliveries gather, and a redelivery adds nothing', async () => {
    const hook = component('webhook', {}, { output: 'request' });
    const flow: Flow = { gather: { quietSeconds: 3, maxSeconds: 20, deliver: 'all' } };
    const workflowId = await system.api.publish('Hook', { ...chain(hook, output('{{ $count(gathered) }}')), flow });
    const client = system.clients[0]!;
    const { body: made } = await client.request<{ token: string }>(
      'POST',
      `/v1/workflows/${workflowId}/components/${hook.id}/token`,
    );
    const deliver = async (id: string) =>
      (await client.request('POST', `/webhook/${workflowId}`, { id }, { token: made.token, 'webhook-id': id })).body;
    const first = await deliver('1');
    const { sessionId } = first as { sessionId: string };
    expect(await deliver('2')).toMatchObject({ sessionId, gathered: true });
    for (const id of ['1', '2']) expect(await deliver(id)).toMatchObject({ sessionId });
    expect(await outputOf(sessionId)).toBe(2);
  });
});
