import { describe, expect, test } from '@jest/globals';
import { describeEachBackend, SHARED_OPERATOR_KEY, waitFor } from '@workflow/test-harness';
import type { SessionView } from '@workflow/workflow-model';
import { chain, component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

describeEachBackend('while paused', (backend) => {
  const system = useContractSystem(backend);

  const session = (id: unknown): Promise<SessionView> =>
    system.api.call<SessionView>('GET', `/v1/sessions/${String(id)}`);

  const set = {
    workflow: (workflowId: string, verb: 'pause' | 'resume') =>
      system.clients[0]!.request('POST', `/v1/workflows/${workflowId}/${verb}`),
    organization: (_workflowId: string, verb: 'pause' | 'resume') =>
      system.as(SHARED_OPERATOR_KEY).request('POST', `/v1/operator/organizations/${system.organization.id}/${verb}`),
  };
  const isPaused = {
    workflow: async (workflowId: string) =>
      (await system.clients[0]!.request('GET', `/v1/workflows/${workflowId}`)).body['paused'],
    organization: async () => (await system.clients[0]!.request('GET', '/v1/caller')).body['organizationPaused'],
  };

  describe.each(['workflow', 'organization'] as const)('a %s', (what) => {
    test('accepts runs and deliveries and starts them when it is resumed', async () => {
      const [start, hook] = [input('name'), component('webhook', {}, { output: 'request' })];
      const definition = chain(start, output('{{ name }}'));
      definition.components.push(hook);
      const workflowId = await system.api.publish('Paused', definition);
      const client = system.clients[0]!;
      const { body: made } = await client.request<{ token: string }>(
        'POST',
        `/v1/workflows/${workflowId}/components/${hook.id}/token`,
      );
      expect(await set[what](workflowId, 'pause')).toMatchObject({ status: 200, body: { paused: true } });

      const run = await client.run(workflowId, start.id, { name: 'Ann' });
      const delivery = await client.request('POST', `/webhook/${workflowId}`, { a: 1 }, { token: made.token });
      expect([run.status, delivery.status]).toEqual([200, 202]);
      const ids = [run.body['sessionId'], delivery.body['sessionId']];
      // A TEST run is queued after them, and starts.
      const tested = await client.request(
        'POST',
        '/v1/workflow/run',
        { workflowId, componentId: start.id, mode: 'TEST', placeholderValues: { name: 'Bob' } },
        { prefer: 'wait=60' },
      );
      expect(tested.body).toMatchObject({ status: 'SUCCEEDED' });
      await waitFor(async () =>
        (await Promise.all(ids.map(session))).every(({ waitingFor }) => waitingFor === 'pause'),
      );
      expect((await Promise.all(ids.map(session))).map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED']);
      expect(await isPaused[what](workflowId)).toBe(true);

      expect(await set[what](workflowId, 'resume')).toMatchObject({ status: 200, body: { paused: false } });
      for (const id of ids) expect(await system.api.untilEnded(String(id))).toMatchObject({ status: 'SUCCEEDED' });
    });
  });
});
