import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { Flow, SessionView } from '@workflow/workflow-model';
import { openContractSystem, type SharedContractSystem } from './contract-system.ts';
import { limitedWorkflows } from './limited-workflows.ts';
import { startThirdPartyServer } from './third-party-server.ts';

describeEachBackend('flow control', (backend) => {
  let system: SharedContractSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  const { publish, run, session, running, allEnd, numbersCalled } = limitedWorkflows(
    () => system,
    () => thirdParty,
  );

  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    system = await openContractSystem(backend);
  });
  afterAll(async () => {
    thirdParty?.stop();
  });

  test('at most `limit` sessions run at a time, and the others show what they wait for', async () => {
    const workflow = await publish({ concurrency: { limit: 2 } }, 'held');
    thirdParty.peak = 0;
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => run(workflow, { key: 'limit', n })));
    await waitFor(async () => (await running(ids)) === 2);
    const waiting = (await Promise.all(ids.map(session))).find(({ status }) => status === 'QUEUED');
    expect(waiting).toMatchObject({ waitingFor: 'concurrency' });
    const { items } = await system.api.call<{ items: SessionView[] }>(
      'GET',
      `/v1/sessions?status=QUEUED&workflowId=${workflow.workflowId}`,
    );
    expect(items.map(({ id }) => id)).toContain(waiting?.id);
    const ended = await thirdParty.releaseUntil(allEnd(ids));
    expect(ended.map(({ status, waitingFor }) => ({ status, waitingFor }))).toEqual(
      ids.map(() => ({ status: 'SUCCEEDED', waitingFor: null })),
    );
    expect(thirdParty.peak).toBe(2);
  });

  test('sessions of one key run one after the other in order of acceptance, while other keys run', async () => {
    const workflow = await publish({ order: { key: 'key' } }, 60);
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) for (const key of ['first', 'second']) ids.push(await run(workflow, { key, n }));
    await allEnd(ids);
    for (const key of ['first', 'second']) expect(numbersCalled(key)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('cancelling one that waits, or that runs, lets the next one go on', async () => {
    const workflow = await publish({ concurrency: { limit: 1 } }, 'held');
    const [first, second, third] = [
      await run(workflow, { key: 'cancel', n: 1 }),
      await run(workflow, { key: 'cancel', n: 2 }),
      await run(workflow, { key: 'cancel', n: 3 }),
    ];
    await waitFor(async () => (await session(first)).status === 'RUNNING');
    await system.api.call('POST', `/v1/sessions/${second}/cancel`);
    await system.api.call('POST', `/v1/sessions/${first}/cancel`);
    const ended = await thirdParty.releaseUntil(system.api.untilEnded(third));
    expect(ended).toMatchObject({ status: 'SUCCEEDED' });
    expect(numbersCalled('cancel')).not.toContain(2);
  });

  test('a published limit holds for what waits', async () => {
    const workflow = await publish({ concurrency: { limit: 1 } }, 'held');
    const ids = await Promise.all([1, 2, 3, 4].map((n) => run(workflow, { key: 'raise', n })));
    await waitFor(async () => (await Promise.all(ids.map(session))).some(({ status }) => status === 'RUNNING'));
    const draft = await system.api.request<{ name: string; flow: Flow }>('GET', `/v1/workflows/${workflow.workflowId}`);
    expect(draft.body.flow).toEqual({ concurrency: { limit: 1 } });
    await system.api.request(
      'PUT',
      `/v1/workflows/${workflow.workflowId}`,
      { name: 'Limited', ...workflow.definition, flow: { concurrency: { limit: 10 } } },
      { 'if-match': draft.headers.get('etag') as string },
    );
    await system.api.call('POST', `/v1/workflows/${workflow.workflowId}/publish`);
    await waitFor(async () => (await running(ids)) >= 2);
    await thirdParty.releaseUntil(allEnd(ids));
  });
});
