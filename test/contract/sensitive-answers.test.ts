import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { openApprovalLab } from './approval-lab.ts';
import { openCallbackLab } from './callback-lab.ts';
import { chain, input, link, output } from './contract-system.ts';
import { FIELDS, openSensitiveLab, type SensitiveLab } from './sensitive-lab.ts';

const CARD = [
  { key: 'card', type: 'TEXT', sensitive: true },
  { key: 'note', type: 'TEXT', optional: true },
];

/** Tests answers of people and other systems, and credentials of components, while failures happen. */
describeEachBackend('sensitive answers, credentials and secrets', (backend) => {
  let lab: SensitiveLab;
  let system: SensitiveLab['system'];
  beforeAll(async () => {
    lab = await openSensitiveLab(backend);
    system = lab.system;
  });
  afterAll(() => lab?.stop());

  /** Returns a component that sends a value, alone and within a text, to a server that refuses it and repeats it. */
  const refused = (value: string): Component =>
    lab.request(`/refused?status=422`, { body: { value: `{{ ${value} }}`, text: `it is {{ ${value} }}` } });

  async function killExecutor(): Promise<void> {
    await Promise.all([system.executors.findLast((executor) => !executor.ended)!.kill(), system.startExecutor()]);
  }

  test('a callback answer goes on as it is through a kill, a failure and a retry', async () => {
    const { begin, post, send, sent, start, wait, waits } = openCallbackLab(system, lab.third, backend);
    const fails = refused('payment.card');
    const id = await begin([start, send('paid'), wait({ fields: CARD }), fails]);
    const address = await sent('paid');
    await waits(id);
    await killExecutor();
    const card = lab.plantText('callback');
    const answer = await post(address, { card, note: 'n' });
    expect(answer.status).toBe(204);
    expect(await lab.look(id)).toMatchObject({ status: 'FAILED' });
    await system.api.call('POST', `/v1/sessions/${id}/retry?from=failed-step`);
    expect(await lab.look(id)).toMatchObject({ status: 'FAILED', run: 2 });
    expect(lab.lastCall('/refused')).toEqual({ value: card, text: `it is ${card}` });
  });

  test('a decision goes on as it is through a kill, a failure and a retry', async () => {
    const { approval, begin, decide, sender, sent, start, waits } = openApprovalLab(system, lab.third, backend);
    const fails = refused('decision.card');
    const approve = approval({ fields: CARD });
    const components = [start, sender('refund'), approve, fails];
    const id = await begin(components, [
      ...chain(start, components[1]!, approve).connections,
      link(approve, fails, 'approve'),
    ]);
    const address = await sent('refund');
    await waits(id);
    await killExecutor();
    const card = lab.plantText('decision');
    expect((await decide(address, { choice: 'approve', card })).status).toBe(200);
    expect(await lab.look(id)).toMatchObject({ status: 'FAILED' });
    await system.api.call('POST', `/v1/sessions/${id}/retry?from=failed-step`);
    expect(await lab.look(id)).toMatchObject({ status: 'FAILED', run: 2 });
    expect(lab.lastCall('/refused')).toEqual({ value: card, text: `it is ${card}` });
  });

  test.each<[string, (text: (name: string) => string) => JsonObject]>([
    ['http-bearer', (text) => ({ token: text('token') })],
    ['http-basic', (text) => ({ user: 'me', password: text('password') })],
    ['http-header', (text) => ({ header: 'X-Key', value: text('key') })],
    ['http-query', (text) => ({ parameter: 'key', value: text('query key') })],
  ])('%s signs in through a kill, and the server repeats it', async (type, fields) => {
    const { id: credential } = await system.api.call<{ id: string }>('POST', '/v1/organization/credentials', {
      name: type,
      type,
      ...fields((name) => lab.plantText(name)),
    });
    const start = input(...FIELDS);
    const held = lab.request('/held', { credential });
    const fails = lab.request('/repeats?status=500', { credential }, { maxAttempts: 2, backoffSeconds: 0.1 });
    const workflowId = await system.api.publish(type, chain(start, held, fails, output('{{ card }}')));
    const calls = () => lab.third.calls.filter(({ url }) => url.split('?', 1)[0] === '/held').length;
    const before = calls();
    const run = lab.run(workflowId, start, lab.plant(), { mode: 'PROD' });
    await waitFor(() => calls() === before + 1);
    await killExecutor();
    await waitFor(() => calls() === before + 2);
    lab.third.release();
    const { body } = await run;
    expect(await lab.look(body.sessionId)).toMatchObject({ status: 'FAILED' });
  });

  test('a secret of the organization is in no step, error or message of another server', async () => {
    const value = lab.plantText('secret');
    await system.api.call('PUT', '/v1/organization/secrets/hardDay', { value });
    const start = input(...FIELDS);
    const fails = lab.request('/secret?status=422', { headers: { authorization: '{{ $secret("hardDay") }}' } });
    const workflowId = await system.api.publish('Secret', chain(start, fails, output('x')));
    const { body } = await lab.run(workflowId, start, lab.plant());
    expect(await lab.look(body.sessionId)).toMatchObject({ status: 'FAILED' });
    expect(lab.third.calls.findLast(({ url }) => url.startsWith('/secret'))?.headers.authorization).toBe(value);
  });

  test('stand nowhere in the database, the queue, the logs, the metrics, the events and the views', () =>
    lab.expectNothingShown());
});
