import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import {
  chain,
  component,
  input,
  link,
  output,
  openContractSystem,
  type SharedContractSystem,
} from './contract-system.ts';
import { limitedWorkflows } from './limited-workflows.ts';
import { startThirdPartyServer } from './third-party-server.ts';

describeEachBackend('flow control at the limit', (backend) => {
  let system: SharedContractSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  const { publish, run, session, numbersCalled } = limitedWorkflows(
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

  test.each([
    ['skip', 'CANCELLED', 'SKIPPED'],
    ['fail', 'FAILED', 'CONCURRENCY_LIMIT'],
  ] as const)('%s ends the one that finds the limit reached: %s', async (onLimit, status, code) => {
    const workflow = await publish({ concurrency: { key: 'key', limit: 1, onLimit } }, 'held');
    const first = await run(workflow, { key: onLimit, n: 1 });
    await waitFor(async () => (await session(first)).status === 'RUNNING');
    const second = await run(workflow, { key: onLimit, n: 2 });
    expect(await system.api.untilEnded(second)).toMatchObject({ status, error: { code }, startedAt: null });
    const ends = (id: string) => thirdParty.releaseUntil(system.api.untilEnded(id));
    expect(await ends(first)).toMatchObject({ status: 'SUCCEEDED' });
    expect(numbersCalled(onLimit)).toEqual([1]);
    // A retry starts as if it were accepted now.
    await system.api.call('POST', `/v1/sessions/${second}/retry`);
    expect(await ends(second)).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('cancel-older makes place for the newest', async () => {
    const workflow = await publish({ concurrency: { limit: 1, onLimit: 'cancel-older' } }, 'held');
    const first = await run(workflow, { key: 'older', n: 1 });
    await waitFor(async () => (await session(first)).status === 'RUNNING');
    const second = await run(workflow, { key: 'older', n: 2 });
    expect(await system.api.untilEnded(first)).toMatchObject({ status: 'CANCELLED' });
    const ended = await thirdParty.releaseUntil(system.api.untilEnded(second));
    expect(ended).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('a child shares the place that its parent has of the same workflow and key', async () => {
    const start = input('key', { key: 'n', type: 'NUMBER' });
    const more = component('condition', { expression: 'n > 0' });
    const child = component('run-workflow', { placeholderValues: { key: '{{ key }}', n: '{{ n - 1 }}' }, wait: true });
    const { id } = await system.api.call<{ id: string }>('POST', '/v1/workflows', { name: 'Itself' });
    child.config = { ...child.config, workflowId: id, componentId: start.id };
    const { headers } = await system.api.request('GET', `/v1/workflows/${id}`);
    const definition = {
      components: [start, more, child],
      connections: [link(start, more), link(more, child, 'true')],
      flow: { concurrency: { key: 'key', limit: 1 }, order: { key: 'key' } },
    };
    const saved = await system.api.request(
      'PUT',
      `/v1/workflows/${id}`,
      { name: 'Itself', ...definition },
      { 'if-match': headers.get('etag') as string },
    );
    expect(saved.status).toBe(200);
    await system.api.call('POST', `/v1/workflows/${id}/publish`);
    const sessionId = await run({ workflowId: id, start: start.id }, { key: 'itself', n: 2 });
    expect(await system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('a TEST run is not limited, and a key that fails is 400', async () => {
    const workflow = await publish({ concurrency: { key: 'n', limit: 1 } }, 0);
    const refused = await system.clients[0]!.run(
      await system.api.publish('Bad key', { ...workflow.definition, flow: { order: { key: '$number(key)' } } }),
      workflow.start,
      { key: 'x' },
    );
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('flow.order.key') } });
    const tested = await system.clients[0]!.request('POST', '/v1/workflow/run', {
      workflowId: workflow.workflowId,
      componentId: workflow.start,
      mode: 'TEST',
      placeholderValues: { key: 'test', n: 1 },
    });
    expect(await system.api.untilEnded((tested.body as { sessionId: string }).sessionId)).toMatchObject({
      status: 'SUCCEEDED',
    });
  });

  test('unknown parts are problems at publishing, and are saved in a draft', async () => {
    const { id } = await system.api.call<{ id: string }>('POST', '/v1/workflows', {
      name: 'Draft',
      ...chain(input('key'), output('x')),
      flow: { throttle: { perSecond: 1 }, order: { key: 'nothing' } },
    });
    const answer = await system.clients[0]!.request('POST', `/v1/workflows/${id}/publish`);
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ componentId: null, path: '/flow/throttle' }] } });
  });
});
