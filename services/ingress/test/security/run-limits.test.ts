import { beforeAll, expect, test } from '@jest/globals';
import { readEnv } from '@workflow/service-runtime';
import { createOrganization, UNCHECKED, waitFor, type TestOrganization } from '@workflow/test-harness';
import { readLimitsConfig } from '../../src/limits/limits-config.ts';
import { component, startTestIngress, useTestIngress, type TestAnswer } from '../start-test-ingress.ts';

const actor = { type: 'system', id: null, name: 'operator' } as const;
const input = component('input', { placeholders: [] });
const ingress = useTestIngress();
let neighbour: TestOrganization;
let workflowId: string;
let neighboursWorkflowId: string;

beforeAll(async () => {
  neighbour = await createOrganization(ingress.databaseUrl);
  workflowId = await ingress.workflow([input]);
  const made = await ingress.context.store.management.organization(neighbour.id).createWorkflow(actor, {
    name: 'Neighbour',
    description: '',
    components: [input],
    connections: [],
  });
  await ingress.context.store.management.organization(neighbour.id).publishWorkflow(actor, made.id, UNCHECKED);
  neighboursWorkflowId = made.id;
});

const run = (headers: Record<string, string> = {}): Promise<TestAnswer> =>
  ingress.run({ workflowId, componentId: input.id }, headers);
const limitsOf = ({ headers }: TestAnswer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
const view = (key: string) => ingress.request('GET', '/v1/organization/limits', { headers: { 'x-api-key': key } });

test('without a limit no answer mentions one', async () => {
  const answer = await run();
  expect([answer.status, ...limitsOf(answer)]).toEqual([200, null, null]);
});

test('a quota of the organization refuses what is beyond its burst, and leaves its neighbour alone', async () => {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  await organization.putQuotas(actor, { runsPerMinute: 30, runBurst: 3 });
  const first = await run();
  expect(first.status).toBe(200);
  expect(limitsOf(first)).toEqual(['"organization";q=3;w=6', '"organization";r=2;t=2']);
  const answers = await Promise.all(Array.from({ length: 10 }, () => run()));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^[12]$/);
  expect(refused[0]?.headers.get('ratelimit')).toMatch(/^"organization";r=0;t=[56]$/);
  expect(refused[0]?.body.message).toBe(
    'The organization may start 30 runs a minute, in bursts of up to 3 (runsPerMinute); try again later',
  );
  const others = await Promise.all(
    Array.from({ length: 10 }, () =>
      ingress.run({ workflowId: neighboursWorkflowId, componentId: input.id }, { 'x-api-key': neighbour.apiKey }),
    ),
  );
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  await waitFor(async () => (await run()).status === 200);
  await organization.putQuotas(actor, { runsPerMinute: null, runBurst: null });
  expect(limitsOf(await run())).toEqual([null, null]);
});

test('a retry takes as much of the limits as a run does', async () => {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const headers = { 'x-api-key': ingress.organization.apiKey };
  const { sessionId } = (await run()).body;
  expect((await ingress.request('POST', `/v1/sessions/${sessionId}/cancel`, { headers })).status).toBe(200);
  await organization.putQuotas(actor, { runsPerMinute: 1 });
  const retry = () => ingress.request('POST', `/v1/sessions/${sessionId}/retry`, { headers });
  const first = await retry();
  expect([first.status, ...limitsOf(first)]).toEqual([200, '"organization";q=1;w=60', '"organization";r=0;t=60']);
  expect((await run()).status).toBe(429);
  expect((await retry()).status).toBe(429);
  await organization.putQuotas(actor, { runsPerMinute: null });
});

test('a key may have a separate limit', async () => {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const admin = await organization.createApiKey(actor, { name: 'admin', scopes: ['manage'], expiresAt: null });
  const headers = { 'x-api-key': admin.value, 'content-type': 'application/json' };
  const made = await ingress.request('POST', '/v1/organization/api-keys', {
    headers,
    body: { name: 'slow', scopes: ['run'], rateLimit: { perMinute: 2 } },
  });
  expect([made.status, made.body.rateLimit]).toEqual([201, { perMinute: 2, burst: 2 }]);
  const answers = [];
  for (let n = 0; n < 3; n += 1) answers.push(await run({ 'x-api-key': made.body.key }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  // The bucket was full, so no time that passed counts.
  expect(limitsOf(answers[0]!)).toEqual(['"key";q=2;w=60', '"key";r=1;t=30']);
  expect((await run()).status).toBe(200);
  const wrong = await ingress.request('POST', '/v1/organization/api-keys', {
    headers,
    body: { name: 'wrong', rateLimit: { perMinute: 2, burst: 3 } },
  });
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    'rateLimit.burst must not be larger than rateLimit.perMinute',
  ]);
});

test("an admin sees the operator's limits", async () => {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const admin = await organization.createApiKey(actor, { name: 'view', scopes: ['manage'], expiresAt: null });
  expect((await view(admin.value)).body).toEqual({
    runs: null,
    maxConcurrentSessions: null,
    modelTokensPerMonth: null,
    usedModelTokens: 0,
    maxStoredBytes: null,
    storedBytes: null,
    retentionDays: null,
  });
  await organization.putQuotas(actor, { runsPerMinute: 120, maxStoredBytes: 5_000_000_000 });
  expect((await view(admin.value)).body).toEqual({
    runs: { perMinute: 120, burst: 120 },
    modelTokensPerMonth: null,
    usedModelTokens: 0,
    maxConcurrentSessions: null,
    maxStoredBytes: 5_000_000_000,
    storedBytes: null,
    retentionDays: null,
  });
  await organization.putQuotas(actor, { runsPerMinute: null });
});

test("an operator's default rate and burst hold for organizations without a quota", async () => {
  const env = { RUNS_PER_MINUTE_PER_ORGANIZATION: '2', RUN_BURST_PER_ORGANIZATION: '1' };
  const limited = await startTestIngress({ config: { limits: readLimitsConfig(readEnv(env)) } });
  const id = await limited.workflow([input]);
  const answers = [];
  for (let n = 0; n < 2; n += 1) answers.push(await limited.run({ workflowId: id, componentId: input.id }));
  await limited.stop();
  expect(answers.map(({ status }) => status)).toEqual([200, 429]);
  expect(answers[1]!.body.message).toBe(
    'The organization may start 2 runs a minute, in bursts of up to 1 (runsPerMinute); try again later',
  );
});

test('a repeat is answered like its first request, even when nothing more may be started', async () => {
  const limited = await startTestIngress({ config: { limits: { runsPerMinute: 3 } } });
  const [start, hook] = [component('input', { placeholders: [] }), component('webhook')];
  const [id, hookId] = [await limited.workflow([start]), await limited.workflow([hook])];
  const token = await limited.token(hookId, hook.id);
  const send = (key: string): Promise<TestAnswer> =>
    limited.run({ workflowId: id, componentId: start.id }, { 'idempotency-key': key });
  const sendLine = async (key: string): Promise<{ httpStatus: number; sessionId?: string }> => {
    const body = `${JSON.stringify({ workflowId: id, componentId: start.id, idempotencyKey: key })}\n`;
    const headers = { 'x-api-key': limited.organization.apiKey, 'content-type': 'application/x-ndjson' };
    return JSON.parse((await limited.request('POST', '/v1/workflow/run/batch', { body, headers })).text);
  };
  const deliver = (deliveryId: string): Promise<TestAnswer> =>
    limited.request('POST', `/webhook/${hookId}`, { body: {}, headers: { token, 'webhook-id': deliveryId } });
  const [first, firstLine, firstDelivery] = [await send('one'), await sendLine('two'), await deliver('three')];
  expect([first.status, firstLine.httpStatus, firstDelivery.status]).toEqual([200, 200, 202]);
  expect([(await send('other')).status, (await sendLine('another')).httpStatus]).toEqual([429, 429]);
  expect((await deliver('else')).status).toBe(429);
  const again = await send('one');
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
  expect(await sendLine('two')).toEqual(firstLine);
  const redelivered = await deliver('three');
  expect([redelivered.status, redelivered.body]).toEqual([202, firstDelivery.body]);
  await limited.stop();
});

test('a redelivery with sensitive values is answered like its first delivery above a limit too', async () => {
  const limited = await startTestIngress({ config: { limits: { runsPerMinute: 1 } } });
  const hook = component('webhook', {}, 'request');
  const fields = [{ key: 'body', type: 'OBJECT', fields: [{ key: 'pin', type: 'TEXT', sensitive: true }] }];
  const parse = component('json-parse', { source: '{{ request }}', fields }, 'data');
  const connections = [{ from: hook.id, port: 'next', to: parse.id }];
  const id = await limited.workflow([hook, parse], { connections });
  const token = await limited.token(id, hook.id);
  const deliver = (deliveryId: string): Promise<TestAnswer> =>
    limited.request('POST', `/webhook/${id}`, {
      body: { pin: 'hunter2' },
      headers: { token, 'content-type': 'application/json', 'webhook-id': deliveryId },
    });
  const [first, other, again] = [await deliver('one'), await deliver('two'), await deliver('one')];
  await limited.stop();
  expect([first.status, other.status]).toEqual([202, 429]);
  expect([again.status, again.body]).toEqual([202, first.body]);
});
