import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import { openApprovalLab } from './approval-lab.ts';
import { component, link, openContractSystem, type SharedContractSystem } from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';

describeEachBackend('the end of an approval', (backend) => {
  let system: SharedContractSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  let lab: ReturnType<typeof openApprovalLab>;

  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    system = await openContractSystem(backend);
    lab = openApprovalLab(system, thirdParty, backend);
  });
  afterAll(async () => thirdParty?.stop());

  test('is not asked yet before its session is there, and is over when the session is, or its time', async () => {
    const { approval, begin, decide, page, sender, sent, session, start, waiting } = lab;
    const hold = component('delay', { seconds: 600 });
    const early = await begin([start, sender('early'), hold, approval()]);
    const before = await sent('early');
    expect((await page('GET', before)).text).toContain('Not asked yet');
    expect((await decide(before, { choice: 'approve' })).status).toBe(409);
    await system.api.call('POST', `/v1/sessions/${early}/cancel`);
    expect((await page('GET', before)).status).toBe(410);
    expect((await decide(before, { choice: 'approve' })).status).toBe(410);

    const late = await waiting('late', { timeoutSeconds: 1 });
    expect(await system.api.untilEnded(late.id)).toMatchObject({ output: { port: 'timeout' } });
    expect((await page('GET', late.address)).text).toContain('Too late');
    expect((await decide(late.address, { choice: 'approve' })).status).toBe(410);

    const cancelled = await waiting('cancelled');
    await system.api.call('POST', `/v1/sessions/${cancelled.id}/cancel`);
    expect((await decide(cancelled.address, { choice: 'approve' })).status).toBe(410);

    const [choice, asks, sends] = [component('condition', { expression: 'true' }), approval(), sender('not-taken')];
    const elsewhere = await begin(
      [start, sends, choice, hold, asks],
      [link(start, sends), link(sends, choice), link(choice, hold, 'true'), link(choice, asks, 'false')],
    );
    await waitFor(async () => (await session(elsewhere)).status === 'WAITING');
    expect((await page('GET', await sent('not-taken'))).status).toBe(410);
    await system.api.call('POST', `/v1/sessions/${elsewhere}/cancel`);
  });

  test('of many decisions at once, on every way and at every ingress, one wins', async () => {
    const { approvals, decide, waiting } = lab;
    const { id, address } = await waiting('many');
    const [{ id: approvalId } = { id: '' }] = await approvals(`?sessionId=${id}`);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const client = index % system.clients.length;
        if (index % 3 !== 0) return decide(address, { choice: 'approve', by: `person ${index}` }, client);
        const body = { choice: 'reject', comment: `key ${index}` };
        return system.clients[client]!.request('POST', `/v1/approvals/${approvalId}`, body);
      }),
    );
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(23);
    const { output: result } = await system.api.untilEnded(id);
    const [index = 0] = won;
    expect(result).toMatchObject(
      index % 3 === 0
        ? { decision: { choice: 'reject', by: 'Test key', comment: `key ${index}` } }
        : { decision: { choice: 'approve', by: `person ${index}` } },
    );
  });
});
