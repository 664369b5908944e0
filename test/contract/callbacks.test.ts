import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import { openCallbackLab } from './callback-lab.ts';
import { chain, component, openContractSystem, type Answer, type SharedContractSystem } from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';

const FORGED = `/callbacks/${'A'.repeat(88)}`;

describeEachBackend('a callback', (backend) => {
  let system: SharedContractSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  let lab: ReturnType<typeof openCallbackLab>;

  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    system = await openContractSystem(backend);
    lab = openCallbackLab(system, thirdParty, backend);
  });
  afterAll(async () => thirdParty?.stop());

  test('goes on with what was posted, answers with what the workflow responds, and serves one answer', async () => {
    const { amount, begin, post, send, sent, session, start, wait, waits } = lab;
    const id = await begin([start, send('one'), wait({ respond: 'thanks, {{ name }}' }), amount]);
    const address = await sent('one');
    await waits(id);
    for (const method of ['GET', 'HEAD', 'PUT']) expect((await system.api.request(method, address)).status).toBe(405);
    const wrong = await post(address, { amount: 'much' });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'amount must be a number']);
    expect((await post(address, {})).body.message).toBe('amount is required');
    expect(await session(id)).toMatchObject({ status: 'WAITING', waitingFor: 'callback' });
    const answer = await post(address, { amount: 12, extra: 'ignored' });
    expect([answer.status, answer.body]).toEqual([200, 'thanks, Ada']);
    expect(answer.headers.get('content-security-policy')).toBe('sandbox');
    expect(await system.api.untilEnded(id)).toMatchObject({ status: 'SUCCEEDED', output: 12 });
    expect((await post(address, { amount: 13 })).status).toBe(410);
  });

  test('its address is the same on every try of the step that sends it, and is masked in steps and logs', async () => {
    const { addresses, amount, begin, post, send, start, wait, waits } = lab;
    const id = await begin([start, send('flaky?x='), wait(), amount]);
    await waits(id);
    const tries = addresses('flaky?x=');
    expect(tries.length).toBe(3);
    expect(new Set(tries).size).toBe(1);
    const [address = ''] = tries;
    expect((await post(address, { amount: 1 })).status).toBe(204);
    await system.api.untilEnded(id);
    const token = address.split('/').at(-1) as string;
    const steps = JSON.stringify(await system.api.call('GET', `/v1/sessions/${id}/steps`));
    expect(steps).toContain('/callbacks/');
    expect(steps).not.toContain(token);
    const log = await system.readLog();
    expect(log.some((line) => JSON.stringify(line).includes('/callbacks/[redacted]'))).toBe(true);
    expect(log.some((line) => JSON.stringify(line).includes(token))).toBe(false);
  });

  test('refuses a forged address', async () => {
    const { post } = lab;
    expect((await post(FORGED, { amount: 1 })).status).toBe(404);
    expect((await post('/callbacks/x', { amount: 1 })).status).toBe(404);
  });

  test('stores an answer that arrives before the session waits, and uses it then', async () => {
    const { amount, begin, post, send, sent, start, wait } = lab;
    const held = component('http-request', { method: 'GET', url: `${thirdParty.url}/held` });
    const id = await begin([start, send('early'), held, wait(), amount]);
    const address = await sent('early');
    const early = await post(address, { amount: 7 });
    expect([early.status, early.body]).toEqual([202, null]);
    expect((await post(address, { amount: 8 })).status).toBe(410);
    const ended = await thirdParty.releaseUntil(system.api.untilEnded(id));
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 7 });
  });

  test('publishing names an address of no component, and of two', async () => {
    const { start, wait } = lab;
    const unknown = component('transform', { expression: "$callbackUrl('Nobody')", type: 'TEXT' }, { output: 'a' });
    const twice = component('transform', { expression: "$callbackUrl('Paid')", type: 'TEXT' }, { output: 'b' });
    const draft = chain(start, unknown, twice, wait(), { ...wait(), output: 'other' });
    const { body } = await system.api.request<{ id: string }>('POST', '/v1/workflows', { name: 'Wrong', ...draft });
    const answer = (await system.api.request('POST', `/v1/workflows/${body.id}/publish`)) as Answer;
    expect(answer.status).toBe(400);
    expect(answer.body.problems).toEqual([
      expect.objectContaining({
        componentId: unknown.id,
        message: 'No component that waits for a callback has the name Nobody',
      }),
      expect.objectContaining({
        componentId: twice.id,
        message: 'Two components that wait for a callback have the name Paid',
      }),
    ]);
  });
});
