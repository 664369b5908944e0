import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { chain, component, openContractSystem } from './contract-system.ts';
import { verifies } from './event-receiver.ts';
import { ENDS, HOOKS, openEvents, type Delivery, type Events, type Hook } from './event-system.ts';

describeEachBackend('event hooks', (backend) => {
  let events: Events;
  let hook: Hook;

  beforeAll(async () => {
    events = await openEvents(await openContractSystem(backend));
  });
  afterAll(() => events?.stop());
  beforeEach(async () => {
    events.receiver.answer = 200;
    hook = await events.makeHook();
  });

  test('receive ends, signed as Standard Webhooks, with the session', async () => {
    const succeeded = await events.run(2);
    const [event] = await events.received(succeeded);
    expect(event!.type).toBe('session.succeeded');
    expect(verifies(event!, hook.secret)).toBe(true);
    const { body: session } = await events.ask('GET', `/v1/sessions/${succeeded}`);
    expect(event!.data).toEqual(session);
    expect(JSON.stringify(event!.data['output'])).toBe('{"zeta":1,"alpha":0.5}');
    const [failed] = await events.received(await events.run(0));
    expect(failed).toMatchObject({ type: 'session.failed', data: { status: 'FAILED', run: 1 } });
    // TEST sessions send no events.
    await events.run(2, { mode: 'TEST' });
    const last = await events.run(2);
    await events.received(last);
    expect((await events.deliveries(hook)).map(({ sessionId }) => sessionId).slice(0, 2)).toEqual([
      last,
      failed!.data['id'],
    ]);
    await waitFor(async () => (await events.deliveries(hook))[0]?.status === 'DELIVERED', { what: 'the delivery' });
    expect((await events.deliveries(hook))[0]).toMatchObject({
      status: 'DELIVERED',
      tries: [{ httpStatus: 200, error: null }],
    });
    await events.remove(hook);
  });

  test('receive each end of a session that is retried, and the end of one that is cancelled', async () => {
    const id = await events.run(0);
    await events.received(id);
    for (const again of [2, 3]) {
      await events.ask('POST', `/v1/sessions/${id}/retry`);
      expect((await events.received(id, again)).map(({ data }) => data['run'])).toContain(again);
    }
    const waiting = chain(events.start, component('delay', { seconds: 600 }));
    const other = await events.publish('Sleeps', waiting);
    const sleeping = await events.run(1, { workflowId: other });
    await events.ask('POST', `/v1/sessions/${sleeping}/cancel`);
    expect(await events.received(sleeping)).toMatchObject([{ type: 'session.cancelled' }]);
    await events.remove(hook);
  });

  test('hear once of a workflow that fails ten times in a row', async () => {
    const other = await events.publish('Fails', chain(events.start, events.divide));
    const failing = await events.makeHook({ events: ['workflow.failing'], workflowIds: [other] });
    const failingEvents = () =>
      events.receiver.received.filter(({ data }) => data['workflowId'] === other && 'failures' in data);
    const fail = async (count: number) => {
      for (let left = count; left > 0; left -= 1) await events.received(await events.run(0, { workflowId: other }));
    };
    await fail(9);
    expect(failingEvents()).toEqual([]);
    await events.received(await events.run(0, { workflowId: other }));
    await waitFor(async () => failingEvents().length === 1, { what: 'the streak' });
    expect(failingEvents()[0]).toMatchObject({ type: 'workflow.failing', data: { workflowId: other, failures: 10 } });
    await fail(2);
    await events.received(await events.run(1, { workflowId: other }));
    await fail(1);
    expect(failingEvents()).toHaveLength(1);
    await events.remove(failing);
    await events.remove(hook);
  });

  test('are tested by an event, and refused with wrong fields', async () => {
    const { status, body } = await events.ask<Delivery>('POST', `${HOOKS}/${hook.id}/test`);
    expect(status).toBe(202);
    await waitFor(async () => events.receiver.received.some(({ id, type }) => id === body.id && type === 'test'), {
      what: 'the test',
    });
    const refused = async (request: JsonObject) => {
      const answer = await events.ask('POST', HOOKS, request);
      expect(answer.status).toBe(400);
      return answer.body['message'];
    };
    expect(await refused({ url: 'ftp://example.com', events: ENDS })).toContain('url must be an http or https URL');
    expect(await refused({ url: events.receiver.url, events: ['session.started'] })).toContain(
      'events[0] must be one of',
    );
    expect(await refused({ url: events.receiver.url, events: [] })).toContain('events must have at least 1 item');
    const unknown = randomUUID();
    expect(await refused({ url: events.receiver.url, events: ENDS, workflowIds: [unknown] })).toContain(
      'workflowIds[0] is not',
    );
    expect((await events.ask('DELETE', `${HOOKS}/${unknown}`)).status).toBe(404);
    const { body: listed } = await events.ask<{ items: object[] }>('GET', HOOKS);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    expect((await events.remove(hook)).status).toBe(204);
    expect((await events.ask('GET', `${HOOKS}/${hook.id}/deliveries`)).status).toBe(404);
  });
});
