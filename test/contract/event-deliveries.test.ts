import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import { startContractSystem, type ContractSystem } from './contract-system.ts';
import { verifies } from './event-receiver.ts';
import { HOOKS, openEvents, type Events, type Hook } from './event-system.ts';

describeEachBackend('deliveries of events', (backend) => {
  let system: ContractSystem;
  let events: Events;
  let hook: Hook;

  beforeAll(async () => {
    system = await startContractSystem({ backend, executors: 2, env: { HTTP_ALLOWED_ADDRESSES: '127.0.0.1' } });
    events = await openEvents(system);
  });
  afterAll(async () => {
    await system?.stop();
    events?.stop();
  });
  beforeEach(async () => {
    events.receiver.answer = 200;
    hook = await events.makeHook();
  });

  test('try again under one id until it is taken, and stop after 410', async () => {
    events.receiver.answer = 503;
    const id = await events.run(1);
    await events.received(id);
    events.receiver.answer = 204;
    const [first, second] = await events.received(id, 2);
    expect(second!.id).toBe(first!.id);
    expect(second!.at - first!.at).toBeLessThan(30_000);
    await waitFor(async () => (await events.deliveries(hook))[0]?.status === 'DELIVERED', { what: 'the delivery' });
    const [delivery] = await events.deliveries(hook);
    expect(delivery!.tries.map(({ httpStatus }) => httpStatus)).toEqual([503, 204]);
    const { status } = await events.ask('POST', `${HOOKS}/${hook.id}/deliveries/${delivery!.id}/redeliver`);
    expect(status).toBe(202);
    expect((await events.received(id, 3))[2]!.id).toBe(first!.id);

    events.receiver.answer = 410;
    await events.received(await events.run(1));
    await waitFor(async () => (await find())?.disabledAt !== null, { what: 'the end of the hook' });
    const count = events.receiver.received.length;
    expect((await events.deliveries(hook))[0]).toMatchObject({ status: 'FAILED', tries: [{ httpStatus: 410 }] });
    const late = await events.run(1);
    await events.untilEnded(late);
    events.receiver.answer = 200;
    // A new secret switches it on again. For a day the old one verifies as well.
    const { body: rotated } = await events.ask<Hook>('POST', `${HOOKS}/${hook.id}/rotate`);
    const [event] = await events.received(await events.run(1));
    expect([verifies(event!, rotated.secret), verifies(event!, hook.secret)]).toEqual([true, true]);
    expect(events.receiver.of(late)).toEqual([]);
    expect(events.receiver.received.length).toBe(count + 1);
    await events.remove(hook);

    async function find(): Promise<Hook | undefined> {
      return (await events.ask<{ items: Hook[] }>('GET', HOOKS)).body.items.find((each) => each.id === hook.id);
    }
  });

  test('lose nothing when an executor is killed', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => events.run(1)));
    await system.executors[0]!.kill();
    const restarted = system.startExecutor();
    for (const id of ids) await events.received(id);
    await restarted;
    await events.remove(hook);
  });
});
