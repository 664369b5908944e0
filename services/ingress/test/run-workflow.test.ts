import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Component } from '@workflow/workflow-model';
import { component, useTestIngress } from './start-test-ingress.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const ingress = useTestIngress();
let workflowId: string;
let input: Component;

beforeAll(async () => {
  input = component('input', {
    placeholders: [
      { key: 'name', type: 'TEXT' },
      { key: 'total', type: 'NUMBER' },
      { key: 'at', type: 'DATE_TIME' },
      { key: 'tags', type: 'LIST' },
      { key: 'customer', type: 'OBJECT', fields: [{ key: 'city', type: 'TEXT' }] },
      { key: 'anything', type: 'JSON' },
    ],
  });
  workflowId = await ingress.workflow([input]);
});

const body = (placeholderValues?: unknown) => ({
  workflowId,
  componentId: input.id,
  ...(placeholderValues !== undefined && { placeholderValues }),
});

describe('contract §2.3 and §4.1: the answer', () => {
  test('a run is answered 200 with the four fields, and its session is committed', async () => {
    const answer = await ingress.run(body({ name: 'Ada', total: '12.50', tags: '[a, b c]', 'customer.city': 'Graz' }));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      workflowId,
      componentId: input.id,
      placeholderValues: { name: 'Ada', total: 12.5, tags: ['a', 'b c'], 'customer.city': 'Graz' },
      sessionId: expect.stringMatching(UUID),
    });
    const session = await ingress.context.store.sessions.queries.find(ingress.organization.id, answer.body.sessionId);
    expect(session).toMatchObject({
      status: 'QUEUED',
      trigger: 'API',
      mode: 'PROD',
      workflowVersion: 1,
      placeholderValues: answer.body.placeholderValues,
    });
  });

  test('the ids are echoed as the caller wrote them', async () => {
    const answer = await ingress.run({ workflowId: workflowId.toUpperCase(), componentId: input.id.toUpperCase() });
    expect(answer.body).toMatchObject({
      workflowId: workflowId.toUpperCase(),
      componentId: input.id.toUpperCase(),
      placeholderValues: {},
    });
  });

  test('TEST runs the draft, which need not be published', async () => {
    const draft = component('input', { placeholders: [] });
    const id = await ingress.workflow([draft], { publish: false });
    const answer = await ingress.run({ workflowId: id, componentId: draft.id, mode: 'TEST' });
    expect(answer.status).toBe(200);
    const session = await ingress.context.store.sessions.queries.find(ingress.organization.id, answer.body.sessionId);
    expect(session).toMatchObject({ mode: 'TEST', workflowVersion: null });
  });
});

describe('contract §5.1: authentication is first', () => {
  const post = (headers: Record<string, string>) =>
    ingress.request('POST', '/v1/workflow/run', { body: 'not json', headers });

  test.each([
    ['no key', {}, 401, 'Unauthorized'],
    ['an empty key', { 'x-api-key': '' }, 401, 'Unauthorized'],
    ['an unknown key', { 'x-api-key': 'wfk_unknown' }, 403, 'Permission Denied'],
  ])('%s', async (_what, headers, status, message) => {
    const answer = await post(headers);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ httpStatus: status, errorId: expect.stringMatching(UUID), message });
  });

  test('a deleted key', async () => {
    const management = ingress.context.store.management.organization(ingress.organization.id);
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const { key, value } = await management.createApiKey(actor, {
      name: 'short-lived',
      scopes: ['run'],
      expiresAt: null,
    });
    expect((await ingress.run(body(), { 'x-api-key': value })).status).toBe(200);
    await management.deleteApiKey(actor, key.id);
    expect((await ingress.run(body(), { 'x-api-key': value })).status).toBe(403);
  });

  test('an expired key', async () => {
    const management = ingress.context.store.management.organization(ingress.organization.id);
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const { value } = await management.createApiKey(actor, {
      name: 'expired',
      scopes: ['run'],
      expiresAt: new Date(Date.now() - 1),
    });
    expect((await ingress.run(body(), { 'x-api-key': value })).status).toBe(403);
  });
});

describe('contract §7: errors name what is wrong', () => {
  const unknown = randomUUID();

  test.each<[string, () => unknown, number, string]>([
    ['no workflowId', () => ({ componentId: input.id }), 400, 'workflowId is required'],
    ['no ids at all', () => ({}), 400, 'workflowId is required; componentId is required'],
    ['an invalid workflowId', () => ({ ...body(), workflowId: 'x' }), 400, 'workflowId must be a UUID'],
    ['an unknown mode', () => ({ ...body(), mode: 'prod' }), 400, 'mode must be one of PROD, TEST'],
    ['placeholderValues that are a list', () => body([]), 400, 'placeholderValues must be an object'],
    ['an unknown field', () => ({ ...body(), webhook: 1 }), 400, 'webhook'],
    [
      'an unknown field, a wrong start, and an option of TEST',
      () => ({ ...body(), webhook: 1, startAt: 'soon', onlyThisComponent: true }),
      400,
      'webhook is not a known field; onlyThisComponent is for mode TEST, not for PROD; startAt must be an ISO-8601',
    ],
    [
      'a wrong start and an option of TEST',
      () => ({ ...body(), startAt: 'soon', onlyThisComponent: true }),
      400,
      'onlyThisComponent is for mode TEST, not for PROD; startAt must be an ISO-8601',
    ],
    ['a body that is no object', () => [], 400, 'the body must be an object'],
    ['an unknown workflow', () => ({ ...body(), workflowId: unknown }), 410, `Entity '${unknown}' not found`],
    ['an unknown component', () => ({ ...body(), componentId: unknown }), 410, `Entity '${unknown}' not found`],
    [
      'both unknown: the workflow is named',
      () => ({ workflowId: unknown, componentId: randomUUID() }),
      410,
      `Entity '${unknown}' not found`,
    ],
    ['an unknown placeholder', () => body({ nothing: 1 }), 400, 'nothing'],
    ['a placeholder of the wrong type', () => body({ total: 'much' }), 400, 'placeholderValues.total must be a number'],
    ['several problems', () => body({ total: 'much', name: 1 }), 400, '; '],
    ['a nested object', () => body({ customer: { city: 'Graz' } }), 400, 'customer.city'],
    ['a NUL', () => body({ name: 'a\u0000b' }), 400, 'placeholderValues.name'],
    ['a lone surrogate', () => body({ name: '\uD800' }), 400, 'placeholderValues.name'],
  ])('%s', async (_what, make, status, message) => {
    const answer = await ingress.run(make());
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      httpStatus: status,
      errorId: expect.stringMatching(UUID),
      message: expect.stringContaining(message),
    });
    expect(ingress.log.find((line) => line.includes(answer.body.errorId))).toBeDefined();
  });

  test('a workflow that is not published is 400, but an unknown component of it is 410', async () => {
    const draft = component('input', { placeholders: [] });
    const id = await ingress.workflow([draft], { publish: false });
    const unpublished = await ingress.run({ workflowId: id, componentId: draft.id });
    expect([unpublished.status, unpublished.body.message]).toEqual([400, expect.stringContaining('not published')]);
    expect((await ingress.run({ workflowId: id, componentId: unknown })).status).toBe(410);
  });

  test.each([
    ['malformed JSON', '{"workflowId":', 'application/json', 400],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'application/json', 400],
    ['another content type', '{}', 'text/plain', 415],
    ['another charset', '{}', 'application/json; charset=utf-16', 415],
    ['a body over the limit', Buffer.alloc(1_048_577, 0x20), 'application/json', 413],
  ])('%s', async (_what, bytes, contentType, status) => {
    const answer = await ingress.run(bytes, { 'content-type': contentType });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ httpStatus: status, errorId: expect.stringMatching(UUID) });
  });
});

describe('Idempotency-Key', () => {
  test('the same key and body are answered with the first answer, byte for byte, and start nothing', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await ingress.run(body({ name: 'once' }), key);
    const second = await ingress.run(body({ name: 'once' }), key);
    expect(second.text).toBe(first.text);
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
  });

  test('the same key with another body is 422', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await ingress.run(body({ name: 'one' }), key);
    expect((await ingress.run(body({ name: 'two' }), key)).status).toBe(422);
    // Even if that body would be refused without a key.
    for (const other of [body({ total: 'much' }), { ...body({ name: 'one' }), componentId: randomUUID() }])
      expect((await ingress.run(other, key)).status).toBe(422);
  });

  test('100 concurrent requests start one session', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 100 }, () => ingress.run(body({ name: 'once' }), key)));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
  });

  test('a refused request does not use up the key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    expect((await ingress.run(body({ total: 'much' }), key)).status).toBe(400);
    expect((await ingress.run(body({ total: 1 }), key)).status).toBe(200);
  });

  test('the first answer is repeated even if the workflow was deleted in the meantime', async () => {
    const start = component('input', { placeholders: [] });
    const id = await ingress.workflow([start]);
    const key = { 'idempotency-key': randomUUID() };
    const first = await ingress.run({ workflowId: id, componentId: start.id }, key);
    await ingress.context.store.management
      .organization(ingress.organization.id)
      .deleteWorkflow({ type: 'system', id: null, name: 'test' }, id);
    const second = await ingress.run({ workflowId: id, componentId: start.id }, key);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect((await ingress.run({ workflowId: id, componentId: start.id })).status).toBe(410);
  });

  test('a request that waits is answered as its repeat was, where that took it for lost', async () => {
    const key = randomUUID();
    const started = body({ name: 'late' });
    const first = ingress.run(started, { 'idempotency-key': key, prefer: 'wait=2' });
    const { findResponse, storeAnswer } = ingress.context.store.intake;
    const found = await waitFor(async () => (await findResponse(ingress.organization.id, key)) ?? false);
    const stored = JSON.stringify({ ...started, sessionId: found.sessionId });
    await storeAnswer(ingress.organization.id, key, stored);
    expect((await first).text).toBe(stored);
  });

  test('a key of 256 characters is refused', async () => {
    expect((await ingress.run(body(), { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400);
  });
});

describe('Prefer: wait', () => {
  test('after the time the answer has the current status', async () => {
    const answer = await ingress.run(body(), { prefer: 'wait=1' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      sessionId: expect.stringMatching(UUID),
      status: 'QUEUED',
      output: null,
      error: null,
    });
    expect(answer.headers.get('preference-applied')).toBe('wait=1');
  });

  test('the answer is sent when the session ends', async () => {
    const { execution } = ingress.context.store;
    const executorId = randomUUID();
    await execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
    const before = performance.now();
    const waiting = ingress.run(body({ name: 'wait' }), { prefer: 'wait=20', 'idempotency-key': 'waits' });
    const claimed = await waitFor(
      async () => {
        const { items } = await ingress.context.store.sessions.queries.list(ingress.organization.id, {}, { limit: 1 });
        return items[0]?.placeholderValues['name'] === 'wait'
          ? execution.claim({ sessionId: items[0].id, executorId })
          : null;
      },
      { what: 'the session that waits' },
    );
    const same = ingress.run(body({ name: 'wait' }), { prefer: 'wait=20', 'idempotency-key': 'waits' });
    await execution.end(
      { sessionId: claimed.id, claimNumber: claimed.claimNumber },
      { kind: 'succeeded', output: { done: true } },
      [],
    );
    const answer = await waiting;
    expect(answer.body).toMatchObject({
      sessionId: claimed.id,
      status: 'SUCCEEDED',
      output: { done: true },
      error: null,
    });
    expect((await same).text).toBe(answer.text);
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});
