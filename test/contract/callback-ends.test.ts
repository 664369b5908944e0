import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import { openCallbackLab } from './callback-lab.ts';
import { component, link, output, openContractSystem, type SharedContractSystem } from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';

describeEachBackend('the end of a callback', (backend) => {
  let system: SharedContractSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  let lab: ReturnType<typeof openCallbackLab>;

  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    system = await openContractSystem(backend);
    lab = openCallbackLab(system, thirdParty, backend);
  });
  afterAll(async () => thirdParty?.stop());

  test('answers 410 when its time is up, the session was cancelled, or another way was taken', async () => {
    const { amount, begin, post, send, sent, session, start, wait, waits } = lab;
    const [paid, late, request] = [wait({ timeoutSeconds: 1 }), output('too late'), send('late')];
    const timedOut = await begin(
      [start, request, paid, amount, late],
      [link(start, request), link(request, paid), link(paid, amount), link(paid, late, 'timeout')],
    );
    expect(await system.api.untilEnded(timedOut)).toMatchObject({ status: 'SUCCEEDED', output: 'too late' });
    expect((await post(await sent('late'), { amount: 1 })).status).toBe(410);

    const cancelled = await begin([start, send('cancelled'), wait(), amount]);
    await waits(cancelled);
    await system.api.call('POST', `/v1/sessions/${cancelled}/cancel`);
    expect((await post(await sent('cancelled'), { amount: 1 })).status).toBe(410);

    const [choice, other, sender] = [component('condition', { expression: 'true' }), wait(), send('not-taken')];
    const hold = component('delay', { seconds: 600 });
    const elsewhere = await begin(
      [start, sender, choice, hold, other],
      [link(start, sender), link(sender, choice), link(choice, hold, 'true'), link(choice, other, 'false')],
    );
    await waitFor(async () => (await session(elsewhere)).status === 'WAITING');
    expect((await post(await sent('not-taken'), { amount: 1 })).status).toBe(410);
    await system.api.call('POST', `/v1/sessions/${elsewhere}/cancel`);
  });

  test('of many simultaneous answers, at every ingress, one wins', async () => {
    const { amount, begin, post, send, sent, start, wait, waits } = lab;
    const id = await begin([start, send('many'), wait(), amount]);
    const address = await sent('many');
    await waits(id);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => post(address, { amount: index }, index % system.clients.length)),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 204 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(23);
    expect(await system.api.untilEnded(id)).toMatchObject({ status: 'SUCCEEDED', output: winners[0] });
  });

  test('a retry from the failed step keeps the address, one from the start makes another', async () => {
    const { addresses, amount, begin, post, send, start, wait, waits } = lab;
    const id = await begin([start, send('again'), wait(), amount]);
    await waits(id);
    await system.api.call('POST', `/v1/sessions/${id}/cancel`);
    await system.api.call('POST', `/v1/sessions/${id}/retry`);
    await waits(id);
    const [first = '', ...others] = addresses('again');
    expect(others).toEqual([]);
    await system.api.call('POST', `/v1/sessions/${id}/cancel`);
    await system.api.call('POST', `/v1/sessions/${id}/retry?from=start`);
    await waits(id);
    const second = addresses('again').at(-1) as string;
    expect(second).not.toBe(first);
    expect((await post(first, { amount: 1 })).status).toBe(410);
    expect((await post(second, { amount: 2 })).status).toBe(204);
    expect(await system.api.untilEnded(id)).toMatchObject({ status: 'SUCCEEDED', output: 2 });
  });
});
