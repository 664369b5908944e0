import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import { chain, component, link, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';
import { openRespondLab } from './respond-lab.ts';
import { startThirdPartyServer } from './third-party-server.ts';

describeEachBackend('respond', (backend) => {
  const system = useContractSystem(backend);
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  let lab: ReturnType<typeof openRespondLab>;
  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    lab = openRespondLab(system);
  });
  afterAll(() => thirdParty?.stop());

  test('answers the sender as configured, guarded, and the session continues', async () => {
    const { send, last } = await lab.publish([
      lab.read('name'),
      component('respond', {
        status: 201,
        headers: { 'X-Name': '{{ sent.name }}', 'cache-control': 'max-age=60' },
        body: { hello: '{{ sent.name }}' },
      }),
      component('http-request', { method: 'GET', url: `${thirdParty.url}/held` }),
      component('respond', { body: 'too late' }),
      output('{{ sent.name }}, afterwards'),
    ]);
    const answer = await send({ name: 'Ada' });
    expect([answer.status, answer.text]).toEqual([201, '{"hello":"Ada"}']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'x-name': 'Ada',
      'cache-control': 'max-age=60',
    });
    const id = await last();
    expect((await system.api.call<{ status: string }>('GET', `/v1/sessions/${id}`)).status).not.toBe('SUCCEEDED');
    const ended = await thirdParty.releaseUntil(system.api.untilEnded(id));
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 'Ada, afterwards' });
  });

  test('a redelivery, a session without one, and one that takes too long are answered 202', async () => {
    const id = randomUUID();
    const responds = await lab.publish([component('respond', { body: 'once' }), output('x')]);
    expect((await responds.send({}, { 'webhook-id': id })).text).toBe('once');
    const again = await responds.send({}, { 'webhook-id': id }, 1);
    expect([again.status, JSON.parse(again.text)]).toEqual([
      202,
      expect.objectContaining({ sessionId: await responds.last() }),
    ]);

    const without = await lab.publish([output('x')], undefined, { timeoutSeconds: 60 });
    expect((await without.send({})).status).toBe(202);
    const failing = await lab.publish([component('fail', { code: 'NO', message: 'no' })], undefined, {
      timeoutSeconds: 60,
    });
    expect((await failing.send({})).status).toBe(202);
    const slow = await lab.publish(
      [component('delay', { seconds: 3 }), component('respond', { body: 'late' }), output('x')],
      undefined,
      { timeoutSeconds: 1 },
    );
    expect((await slow.send({})).status).toBe(202);
    expect(await system.api.untilEnded(await slow.last())).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('a run by the API is not answered by it', async () => {
    const { workflowId, webhook } = await lab.publish([
      component('respond', { status: 418, body: 'tea' }),
      output('done'),
    ]);
    const answer = await system.api.run(workflowId, webhook.id, {}, { prefer: 'wait=20' });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ status: 'SUCCEEDED', output: 'done' }),
    ]);
  });

  test('headers of the address are refused, when published and when made; another respond may answer', async () => {
    const wrong = chain(
      component('webhook', {}, { output: 'request' }),
      component('respond', { headers: { 'Set-Cookie': 'a=b', 'access-control-allow-origin': '*', 'x-good': 'yes' } }),
    );
    const made = await system.api.call<{ id: string }>('POST', '/v1/workflows', { name: 'Wrong', ...wrong });
    const refused = await system.clients[0]!.request<{ problems: { path: string }[] }>(
      'POST',
      `/v1/workflows/${made.id}/publish`,
    );
    expect([refused.status, refused.body.problems.length]).toEqual([400, 2]);

    const parts = [
      lab.read('name'),
      component('respond', { headers: { 'x-name': '{{ sent.name }}' }, body: 'never' }),
      component('respond', { status: 400, body: '{{ error.message }}' }),
    ] as const;
    const [first, second, third] = parts;
    const broken = await lab.publish([...parts], [link(first, second), link(second, third, 'error')]);
    const answer = await broken.send({ name: 'a\r\nset-cookie: b=c' });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null]);
    expect(answer.text).toContain('x-name must not contain a line break');
  });
});
