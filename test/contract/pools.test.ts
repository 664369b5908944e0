import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { SessionView } from '@workflow/workflow-model';
import { chain, input, output, startContractSystem, type ContractSystem } from './contract-system.ts';

describeEachBackend('executor pools', (backend) => {
  let system: ContractSystem;
  beforeAll(async () => {
    system = await startContractSystem({ backend, ingresses: 1, executors: 1 });
  });
  afterAll(() => system?.stop());

  const session = (id: string): Promise<SessionView> => system.api.call<SessionView>('GET', `/v1/sessions/${id}`);

  async function workflowIn(pool: string) {
    const start = input('name');
    const workflowId = await system.api.publish('Pooled', { ...chain(start, output('{{ name }}')), pool });
    const run = async (): Promise<string> => {
      const { sessionId } = await system.api.call<{ sessionId: string }>('POST', '/v1/workflow/run', {
        workflowId,
        componentId: start.id,
        placeholderValues: { name: 'Ada' },
      });
      return sessionId;
    };
    return { workflowId, run };
  }

  test('a session waits for an executor of its pool, while those of default run', async () => {
    const [ordinary, long] = [await workflowIn('default'), await workflowIn('long')];
    const waiting = [await long.run(), await long.run()];
    expect(await system.api.untilEnded(await ordinary.run())).toMatchObject({ status: 'SUCCEEDED', pool: 'default' });
    for (const id of waiting) expect(await session(id)).toMatchObject({ status: 'QUEUED', pool: 'long' });
    const executor = await system.startExecutor({ EXECUTOR_POOL: 'long' });
    for (const id of waiting) expect(await system.api.untilEnded(id)).toMatchObject({ status: 'SUCCEEDED' });
    // An executor of the pool lives, so ingress enqueues the next one itself.
    expect(await system.api.untilEnded(await long.run())).toMatchObject({ status: 'SUCCEEDED', pool: 'long' });
    await executor.kill();
  });

  test('sessions that wait move when a version in another pool is published', async () => {
    const { workflowId, run } = await workflowIn('nowhere');
    const ids = [await run(), await run()];
    const path = `/v1/workflows/${workflowId}`;
    const { components, connections, name } = await system.api.call<Record<string, unknown>>('GET', path);
    const draft = { name, components, connections };
    expect(await system.api.request('PUT', path, draft, { 'if-match': '*' })).toMatchObject({ status: 200 });
    expect(await system.api.request('POST', `${path}/publish`)).toMatchObject({ status: 201, body: { number: 2 } });
    for (const id of ids)
      expect(await system.api.untilEnded(id)).toMatchObject({
        status: 'SUCCEEDED',
        pool: 'default',
        workflowVersion: 1,
      });
    await waitFor(async () => (await session(await run())).pool === 'default');
  });
});
