import { expect, test } from '@jest/globals';
import type { Flow } from '@workflow/workflow-model';
import { chain, component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const system = useContractSystem();

test('workflows with limits that wait for each other in a circle cannot be published', async () => {
  const client = system.clients[0]!;
  const flow: Flow = { concurrency: { limit: 1 } };
  const [start, other] = [input('name'), input('name')];
  const first = await system.api.publish('First', { ...chain(start, output('1')), flow });
  const calls = (workflowId: string, componentId: string) =>
    component('run-workflow', { workflowId, componentId, placeholderValues: {}, wait: true });
  const callsFirst = calls(first, start.id);
  const second = await system.api.publish('Second', { ...chain(other, callsFirst), flow: { order: {} } });
  const draft = await client.request('GET', `/v1/workflows/${first}`);
  const callsSecond = calls(second, other.id);
  const closed = { name: 'First', ...chain(start, callsSecond), flow };
  await client.request('PUT', `/v1/workflows/${first}`, closed, { 'if-match': draft.headers.get('etag') as string });
  expect(await client.request('POST', `/v1/workflows/${first}/publish`)).toMatchObject({
    status: 400,
    body: {
      problems: [
        {
          componentId: callsSecond.id,
          path: '/config/workflowId',
          message: expect.stringContaining('waits for Second, which waits for this workflow'),
        },
      ],
    },
  });
});

test('a delivery whose key fails is accepted with the key null, and the step of its trigger shows it', async () => {
  const client = system.clients[0]!;
  const hook = component('webhook', {}, { output: 'request' });
  const flow: Flow = { concurrency: { key: '$number(request)', limit: 5 } };
  const workflowId = await system.api.publish('Hook', { ...chain(hook, output('done')), flow });
  const { body: made } = await client.request<{ token: string }>(
    'POST',
    `/v1/workflows/${workflowId}/components/${hook.id}/token`,
  );
  const delivery = await client.request('POST', `/webhook/${workflowId}`, { a: 1 }, { token: made.token });
  expect(delivery.status).toBe(202);
  const sessionId = String(delivery.body['sessionId']);
  expect(await system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED' });
  const { body: steps } = await client.request('GET', `/v1/sessions/${sessionId}/steps`);
  expect(steps['items']).toMatchObject([
    { componentId: hook.id, warning: expect.stringMatching(/^flow\.concurrency\.key: /) },
    expect.not.objectContaining({ warning: expect.anything() }),
  ]);
});
