import { expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { SessionView } from '@workflow/workflow-model';
import { bulkCalls } from './bulk-calls.ts';
import { openCallbackLab } from './callback-lab.ts';
import { chain, component, input, output, type ContractSystem } from './contract-system.ts';
import { withConfig, useRetryLab } from './retry-lab.ts';

describeEachBackend('a retry on the latest version', (backend) => {
  const { system, thirdParty, lab } = useRetryLab(backend);

  test('keeps an answer, and asks again at the same address when the question changed', async () => {
    const { start, wait, send, sent, waits, post, addresses } = openCallbackLab(system, thirdParty, 'moved');
    const paid = wait();
    const failing = component('transform', { expression: '$error("boom")', type: 'TEXT' });
    const definition = chain(start, send('pay'), paid, failing);
    const workflowId = await system.api.publish('Waits', definition);
    const { body } = await system.api.run(workflowId, start.id, { name: 'Ada' });
    const id = String(body['sessionId']);
    const address = await sent('pay');
    await waits(id);
    expect((await post(address, { amount: 5 })).status).toBeLessThan(300);
    expect(await system.api.untilEnded(id)).toMatchObject({ status: 'FAILED' });

    const [, pay] = definition.components;
    const stillFailing = withConfig(failing, { expression: '$error("boom again")' });
    await lab.publish(workflowId, chain(start, pay!, paid, stillFailing));
    expect(await lab.retried(id)).toMatchObject({ status: 'FAILED' });
    const other = withConfig(paid, { timeoutSeconds: 500 });
    await lab.publish(workflowId, chain(start, pay!, other, output('{{ payment.amount }}')));
    expect((await lab.retry(id)).status).toBe(200);
    await waits(id);
    expect((await post(address, { amount: 6 })).status).toBeLessThan(300);
    expect(await system.api.untilEnded(id)).toMatchObject({ status: 'SUCCEEDED', output: 6 });
    expect(addresses('pay')).toHaveLength(1);
  });

  test('masks a value whose field has become sensitive, and continues with the real value', async () => {
    const start = input('card');
    const failing = component('transform', { expression: '$error("boom")', type: 'TEXT' }, { output: 'last' });
    const workflowId = await system.api.publish('Card', chain(start, failing));
    const { id } = await lab.run(workflowId, start, { card: '4000 1234' });
    const hidden = withConfig(start, { placeholders: [{ key: 'card', type: 'TEXT', sensitive: true }] });
    const length = withConfig(failing, { expression: '$string($length(card))' });
    await lab.publish(workflowId, chain(hidden, length, output('{{ last }}')));
    expect((await lab.preview(id)).kept).toEqual([]);
    const after = await lab.retried(id);
    expect(after).toMatchObject({ status: 'SUCCEEDED', output: '9', placeholderValues: { card: '•••' } });
    const steps = await system.api.steps(id);
    expect(JSON.stringify(steps.filter(({ run }) => run === 2))).not.toContain('4000');
  });

  test('opens sealed values to check them', async () => {
    const start = input({ key: 'pin', type: 'NUMBER', sensitive: true });
    const failing = component('transform', { expression: '$error("boom")', type: 'NUMBER' }, { output: 'last' });
    const workflowId = await system.api.publish('Pin', chain(start, failing));
    const { id } = await lab.run(workflowId, start, { pin: 4711 });
    await lab.publish(
      workflowId,
      chain(start, withConfig(failing, { expression: 'pin - 4711' }), output('{{ last }}')),
    );
    const after = await lab.retried(id);
    expect(after).toMatchObject({ status: 'SUCCEEDED', output: 0, placeholderValues: { pin: '•••' } });
  });

  test('holds it back under the key of the new version', async () => {
    const start = input('name');
    const failing = component('transform', { expression: '$error("boom")', type: 'TEXT' });
    const flow = { concurrency: { key: 'name', limit: 1 } };
    const workflowId = await system.api.publish('Limited', chain(start, failing));
    const { id } = await lab.run(workflowId, start, { name: 'a' });
    await lab.publish(workflowId, { ...chain(start, component('delay', { seconds: 600 })), flow });
    const holder = await system.api.run(workflowId, start.id, { name: 'a' });
    const holderId = String(holder.body['sessionId']);
    const read = (sessionId: string) => system.api.call<SessionView>('GET', `/v1/sessions/${sessionId}`);
    await waitFor(async () => (await read(holderId)).status === 'WAITING', { what: 'the holder' });
    expect((await lab.retry(id)).status).toBe(200);
    await waitFor(async () => (await read(id)).waitingFor === 'concurrency', { what: 'the held retry' });
    await system.api.call('POST', `/v1/sessions/${holderId}/cancel`);
    await waitFor(async () => (await read(id)).waitingFor === 'delay', { what: 'the start of the retry' });
  });

  test('is made of all that matches, and counts what cannot move as failed', async () => {
    const { bulk, untilOver } = bulkCalls(() => system as ContractSystem);
    const start = input({ key: 'n', type: 'NUMBER' });
    const failing = lab.compute('$error("boom")', 'Sum');
    const workflowId = await system.api.publish('Bulk', chain(start, failing));
    const failed = await Promise.all([1, 2, 3].map((n) => lab.run(workflowId, start, { n })));
    const alone = await lab.run(workflowId, failing, {});
    const other = component('transform', { expression: 'n', type: 'NUMBER' }, { output: 'Sum' });
    await lab.publish(workflowId, chain(start, other, output('{{ Sum }}')));
    const filter = { workflowId, status: ['FAILED'] };
    const { operationId, matched } = await bulk({ action: 'retry', version: 'latest', filter });
    expect(matched).toBe(4);
    expect(await untilOver(operationId)).toMatchObject({ done: 3, failed: 1 });
    const ends = await Promise.all(failed.map(({ id }) => system.api.untilEnded(id)));
    expect(ends.map((end) => [end.status, end.output, end.moved?.toVersion])).toEqual(
      [1, 2, 3].map((n) => ['SUCCEEDED', n, 2]),
    );
    expect(await system.api.call('GET', `/v1/sessions/${alone.id}`)).toMatchObject({ run: 1 });
    const refused = await system.clients[0]!.request('POST', '/v1/sessions/bulk', {
      action: 'cancel',
      filter,
      version: 'latest',
    });
    expect(refused.body).toMatchObject({ message: 'version is only allowed with action retry' });
  });
});
