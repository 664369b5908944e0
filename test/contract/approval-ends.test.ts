import { expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import { setUpApprovals } from './approval-lab.ts';
import { component, link } from './contract-system.ts';

describeEachBackend('the end of an approval', (backend) => {
  const opened = setUpApprovals(backend, backend);

  test('is not asked yet before its session is there, and is over when the session is, or its time', async () => {
    const { approval, asking, begin, decide, page, sender, sent, session, start, waiting } = opened.lab;
    const hold = component('delay', { seconds: 600 });
    const early = await begin([start, sender('early'), hold, approval()]);
    const before = await sent('early');
    expect((await page('GET', before)).text).toContain('Not asked yet');
    expect((await decide(before, { choice: 'approve' })).status).toBe(409);
    await opened.system.api.call('POST', `/v1/sessions/${early}/cancel`);
    expect((await page('GET', before)).status).toBe(410);
    expect((await decide(before, { choice: 'approve' })).status).toBe(410);

    const late = await asking('late', { timeoutSeconds: 1 });
    expect(await opened.system.api.untilEnded(late.id)).toMatchObject({ output: { port: 'timeout' } });
    expect((await page('GET', late.address)).text).toContain('Too late');
    expect((await decide(late.address, { choice: 'approve' })).status).toBe(410);

    const cancelled = await waiting('cancelled');
    await opened.system.api.call('POST', `/v1/sessions/${cancelled.id}/cancel`);
    expect((await decide(cancelled.address, { choice: 'approve' })).status).toBe(410);

    const [choice, asks, sends] = [component('condition', { expression: 'true' }), approval(), sender('not-taken')];
    const elsewhere = await begin(
      [start, sends, choice, hold, asks],
      [link(start, sends), link(sends, choice), link(choice, hold, 'true'), link(choice, asks, 'false')],
    );
    await waitFor(async () => (await session(elsewhere)).status === 'WAITING');
    expect((await page('GET', await sent('not-taken'))).status).toBe(410);
    await opened.system.api.call('POST', `/v1/sessions/${elsewhere}/cancel`);
  });

  test('of many simultaneous decisions, in every way and at every ingress, one wins', async () => {
    const { approvals, decide, waiting } = opened.lab;
    const { id, address } = await waiting('many');
    const [{ id: approvalId } = { id: '' }] = await approvals(`?sessionId=${id}`);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const client = index % opened.system.clients.length;
        if (index % 3 !== 0) return decide(address, { choice: 'approve', by: `person ${index}` }, client);
        const body = { choice: 'reject', comment: `key ${index}` };
        return opened.system.clients[client]!.request('POST', `/v1/approvals/${approvalId}`, body);
      }),
    );
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(23);
    const { output: result } = await opened.system.api.untilEnded(id);
    const [index = 0] = won;
    expect(result).toMatchObject(
      index % 3 === 0
        ? { decision: { choice: 'reject', by: 'Test key', comment: `key ${index}` } }
        : { decision: { choice: 'approve', by: `person ${index}` } },
    );
  });
});
