import { expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import { gatheringWorkflows } from './gathering-workflows.ts';
import { useContractSystem } from './use-contract-system.ts';

describeEachBackend('a workflow that gathers', (backend) => {
  const system = useContractSystem(backend);
  const { publish, run, session, outputOf, items } = gatheringWorkflows(() => system);

  test('requests of one key become one session with all of them, in order', async () => {
    const workflow = await publish({ key: 'key', quietSeconds: 3, maxSeconds: 20, deliver: 'all' });
    const first = await run(workflow, 'a', 1);
    expect(first.body).not.toHaveProperty('gathered');
    const id = first.body['sessionId'];
    expect(await session(id)).toMatchObject({ status: 'QUEUED', waitingFor: 'gather' });
    for (const n of [2, 3]) expect((await run(workflow, 'a', n)).body).toMatchObject({ sessionId: id, gathered: true });
    const other = await run(workflow, 'b', 9);
    expect(other.body['sessionId']).not.toBe(id);
    expect(await outputOf(id)).toEqual(items('a', [1, 2, 3]));
    expect((await session(id)).placeholderValues).toMatchObject({ key: 'a', n: 3 });
    expect(await outputOf(other.body['sessionId'])).toEqual([{ key: 'b', n: 9 }]);
    expect((await run(workflow, 'a', 4)).body['sessionId']).not.toBe(id);
  });

  test('the last values count by default, and a burst ends at maxItems', async () => {
    const workflow = await publish({ quietSeconds: 30, maxSeconds: 60, maxItems: 5 }, '{{ n }}');
    const answers = await Promise.all(Array.from({ length: 10 }, (_each, n) => run(workflow, 'a', n)));
    const ids = new Set(answers.map(({ body }) => String(body['sessionId'])));
    expect(ids.size).toBe(2);
    expect(answers.filter(({ body }) => body['gathered'] === true)).toHaveLength(8);
    for (const id of ids) expect(await system.api.untilEnded(id)).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('it starts after maxSeconds, however many arrive', async () => {
    const workflow = await publish({ quietSeconds: 1, maxSeconds: 2, deliver: 'all' });
    const first = await run(workflow, 'a', 0);
    const id = String(first.body['sessionId']);
    let n = 0;
    await waitFor(async () => {
      n += 1;
      return (await run(workflow, 'a', n)).body['sessionId'] !== id;
    });
    expect(await outputOf(id)).toHaveLength(n);
  });

  test('an idempotent repeat adds nothing, and a wait waits for the shared session', async () => {
    const workflow = await publish({ quietSeconds: 3, maxSeconds: 20, deliver: 'all' });
    const first = await run(workflow, 'a', 1, { 'idempotency-key': 'one' });
    const repeat = await run(workflow, 'a', 1, { 'idempotency-key': 'one' });
    expect(repeat.body).toEqual(first.body);
    const second = await run(workflow, 'a', 2, { 'idempotency-key': 'two' });
    expect((await run(workflow, 'a', 2, { 'idempotency-key': 'two' })).body).toEqual(second.body);
    expect(second.body).toMatchObject({ sessionId: first.body['sessionId'], gathered: true });
    const waited = await run(workflow, 'a', 3, { prefer: 'wait=60' });
    expect(waited.body).toMatchObject({
      sessionId: first.body['sessionId'],
      gathered: true,
      status: 'SUCCEEDED',
      output: items('a', [1, 2, 3]),
    });
  });
});
