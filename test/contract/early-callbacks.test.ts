import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { Component, Definition, JsonObject } from '@workflow/workflow-model';
import { openCallbackLab } from './callback-lab.ts';
import { chain, component, openContractSystem, output, type SharedContractSystem } from './contract-system.ts';
import { openRetryLab } from './retry-lab.ts';
import { startThirdPartyServer } from './third-party-server.ts';

const FIELDS = [
  { key: 'amount', type: 'NUMBER' },
  { key: 'note', type: 'TEXT', optional: true },
  { key: 'buyer', type: 'OBJECT', optional: true, fields: [{ key: 'age', type: 'NUMBER' }] },
  { key: 'lines', type: 'LIST', optional: true, items: { type: 'OBJECT', fields: [{ key: 'sku', type: 'TEXT' }] } },
];

describeEachBackend('a callback that is answered before its session waits', (backend) => {
  let system: SharedContractSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  let lab: ReturnType<typeof openCallbackLab>;
  let retries: ReturnType<typeof openRetryLab>;

  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    system = await openContractSystem(backend);
    lab = openCallbackLab(system, thirdParty, `early-${backend}`);
    retries = openRetryLab(system, thirdParty);
  });
  afterAll(async () => thirdParty?.stop());

  const sleeps = (id: string) => waitFor(async () => (await lab.session(id)).waitingFor === 'delay');
  const cancel = (id: string) => system.api.call('POST', `/v1/sessions/${id}/cancel`);

  /** Starts a session that sends its address and then sleeps for ten minutes. */
  async function asleep(name: string, wait: Component, last: Component) {
    const [send, sleep] = [lab.send(name), component('delay', { seconds: 600 })];
    const definition = chain(lab.start, send, sleep, wait, last);
    const workflowId = await system.api.publish('Sleeps', definition);
    const { body } = await system.api.run(workflowId, lab.start.id, { name: 'Ada' });
    const id = String(body['sessionId']);
    const address = await lab.sent(name);
    await sleeps(id);
    return { id, address, workflowId, send, sleep };
  }

  test('refuses each invalid field immediately, names it, and stores the correct answer that follows', async () => {
    const { id, address } = await asleep('wrong', lab.wait({ fields: FIELDS }), lab.amount);
    for (const [body, message] of [
      [{}, 'amount is required'],
      [{ amount: 'much' }, 'amount must be a number'],
      [{ amount: [] }, 'amount must be a number'],
      [{ amount: null, unknown: 1 }, 'amount must be a number'],
      [{ amount: 1, note: {} }, 'note must be a string'],
      [{ amount: 1, buyer: {} }, 'buyer.age is required'],
      [{ amount: 1, buyer: { age: 'old' } }, 'buyer.age must be a number'],
      [{ amount: 1, lines: [{ sku: 'a' }, {}] }, 'lines[1].sku is required'],
      [[{ amount: 1 }], 'the body must be an object'],
    ] as const) {
      const answer = await lab.post(address, body);
      expect([body, answer.status, answer.body.message]).toEqual([body, 400, message]);
    }
    expect(await lab.session(id)).toMatchObject({ status: 'WAITING', waitingFor: 'delay' });
    const stored = await lab.post(address, { amount: 7, unknown: 'ignored' });
    expect([stored.status, stored.body]).toEqual([202, null]);
    expect((await lab.post(address, { amount: 8 })).status).toBe(410);
    expect((await lab.post(address, {})).status).toBe(410);
    await cancel(id);
  });

  /** Cancels the session and retries it from the step at which it slept, on a new version. */
  async function continueOn(session: Awaited<ReturnType<typeof asleep>>, definition: Definition): Promise<void> {
    await cancel(session.id);
    await retries.publish(session.workflowId, definition);
    expect((await retries.retry(session.id)).status).toBe(200);
  }
  const withFields = (wait: Component, fields: JsonObject[]) => ({ ...wait, config: { ...wait.config, fields } });

  test('checks the fields of the version that a retry brought the session to', async () => {
    const wait = lab.wait();
    const last = output('{{ payment }}');
    const session = await asleep('mended', wait, last);
    const { send, sleep, address, id } = session;
    const mended = withFields(wait, [{ key: 'total', type: 'NUMBER' }]);
    await continueOn(session, chain(lab.start, send, sleep, mended, last));
    await sleeps(id);
    expect((await lab.post(address, { amount: 1 })).body.message).toBe('total is required');
    expect((await lab.post(address, { total: 3 })).status).toBe(202);
    await cancel(id);
  });

  test('waits for another answer after a retry on a version that changed the component', async () => {
    const wait = lab.wait();
    const session = await asleep('stored', wait, lab.amount);
    const { send, address, id } = session;
    expect((await lab.post(address, { amount: 1 })).status).toBe(202);
    const other = withFields(wait, [{ key: 'total', type: 'NUMBER' }]);
    await continueOn(session, chain(lab.start, send, other, output('{{ payment.total }}')));
    await lab.waits(id);
    expect((await lab.post(address, { amount: 1 })).body.message).toBe('total is required');
    expect((await lab.post(address, { total: 3 })).status).toBe(204);
    expect(await system.api.untilEnded(id)).toMatchObject({ status: 'SUCCEEDED', output: 3 });
  });

  test('answers 410 when the version of a retry has no such component, or another one in its place', async () => {
    const wait = lab.wait();
    const removed = await asleep('removed', wait, lab.amount);
    const last = output('done');
    const plain = component('transform', { expression: '1', type: 'NUMBER' }, { id: wait.id, output: 'payment' });
    for (const rest of [[last], [plain, last]]) {
      await continueOn(
        removed,
        chain(lab.start, { ...removed.send, config: { ...removed.send.config, body: {} } }, removed.sleep, ...rest),
      );
      await sleeps(removed.id);
      expect((await lab.post(removed.address, { amount: 1 })).status).toBe(410);
    }
    await cancel(removed.id);
  });
});
