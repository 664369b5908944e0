import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import { chain, component, input, output, type Answer } from './contract-system.ts';
import { FIELDS, openSensitiveLab, type SensitiveLab } from './sensitive-lab.ts';

describeEachBackend('sensitive fields', (backend) => {
  let lab: SensitiveLab;
  beforeAll(async () => {
    lab = await openSensitiveLab(backend);
  });
  afterAll(() => lab?.stop());

  test('are echoed to their caller, read by later components, and masked in every later view', async () => {
    const sent = lab.plant();
    const start = input(...FIELDS);
    const wait = component('delay', { seconds: 1 });
    const first = lab.request('/flaky?a', {}, { maxAttempts: 3, backoffSeconds: 0.1 });
    const copy = component('transform', { expression: `${first.output}.body.echo`, type: 'TEXT' }, { output: 'copy' });
    const code = component('code', { source: 'return placeholders.person', type: 'JSON' }, { output: 'who' });
    const second = lab.request('/second', {
      body: { copy: '{{ copy }}', ssn: '{{ who.ssn }}', name: '{{ who.name }}' },
    });
    const end = output({ card: '{{ card }}', copy: '{{ copy }}', order: '{{ order }}', name: '{{ person.name }}' });
    const workflowId = await lab.system.api.publish('Pay', chain(start, wait, first, copy, code, second, end));
    const headers = { prefer: 'wait=60', 'idempotency-key': randomUUID() };
    const body = { workflowId, componentId: start.id, placeholderValues: sent };
    const answer = await lab.system.clients[0]!.request<Answer['body']>('POST', '/v1/workflow/run', body, headers);
    expect(answer.body).toMatchObject({
      status: 'SUCCEEDED',
      placeholderValues: sent,
      output: { card: '•••', order: 'order-1', name: 'Ada' },
    });
    const repeat = await lab.system.clients[0]!.request<Answer['body']>('POST', '/v1/workflow/run', body, headers);
    expect({ replayed: repeat.headers.get('idempotency-replayed'), body: repeat.body }).toEqual({
      replayed: 'true',
      body: answer.body,
    });
    const other = { ...body, placeholderValues: { ...sent, order: 'another' } };
    expect((await lab.system.clients[0]!.request('POST', '/v1/workflow/run', other, headers)).status).toBe(422);

    const { ssn, name, copy: copied } = lab.lastCall('/second');
    expect({ ssn, name, copied: JSON.parse(String(copied)) as unknown }).toMatchObject({
      ssn: sent['person.ssn'],
      name: 'Ada',
      copied: { card: sent.card, pin: sent.pin, born: sent.born, file: sent.file },
    });
    const session = await lab.look(answer.body.sessionId);
    expect(session.placeholderValues).toEqual({
      order: 'order-1',
      card: '•••',
      pin: '•••',
      born: '•••',
      aliases: '•••',
      file: '•••',
      'person.name': 'Ada',
      'person.ssn': '•••',
      'person.adult': '•••',
    });
    const steps = await lab.system.api.steps(answer.body.sessionId);
    const started = steps.find(({ componentId }) => componentId === start.id);
    expect(started?.output).toMatchObject({ order: 'order-1', card: '•••', person: { name: 'Ada', ssn: '•••' } });
  });

  test('of a webhook body are masked before and after the component that reads them', async () => {
    const sent = lab.plant();
    const hook = component('webhook', {}, { output: 'request' });
    const before = component(
      'http-request',
      { method: 'POST', url: `${lab.third.url}/before`, body: { raw: '{{ request }}' } },
      { output: 'before' },
    );
    const body = { key: 'body', type: 'OBJECT', fields: FIELDS };
    const parse = component('json-parse', { source: '{{ request }}', fields: [body] }, { output: 'data' });
    const after = component(
      'http-request',
      {
        method: 'POST',
        url: `${lab.third.url}/after`,
        body: { card: '{{ data.body.card }}', pin: '{{ data.body.pin }}' },
      },
      { output: 'after' },
    );
    const workflowId = await lab.system.api.publish(
      'Hook',
      chain(hook, before, parse, after, output('{{ data.body }}')),
    );
    const { token } = await lab.system.api.call<{ token: string }>(
      'POST',
      `/v1/workflows/${workflowId}/components/${hook.id}/token`,
    );
    const { card, pin, born, aliases, file, 'person.ssn': ssn } = sent;
    const delivery = { order: 'order-2', card, pin, born, aliases, file, person: { name: 'Ada', ssn, adult: true } };
    const delivered = await fetch(`${lab.system.api.baseUrl}/webhook/${workflowId}`, {
      method: 'POST',
      body: JSON.stringify(delivery),
      headers: { 'content-type': 'application/json', token },
    });
    const { sessionId } = (await delivered.json()) as { sessionId: string };
    const session = await lab.system.api.untilEnded(sessionId);
    expect(session).toMatchObject({ status: 'SUCCEEDED', output: { order: 'order-2', person: { name: 'Ada' } } });
    await lab.look(sessionId);
    expect(lab.lastCall('/after')).toEqual({ card, pin });
    expect(JSON.parse(String(lab.lastCall('/before')['raw']))).toMatchObject({ body: delivery });
  });

  test('stand nowhere in the database, the queue, the logs, the metrics, the events and the views', () =>
    lab.expectNothingShown());
});
