import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SessionView, JsonObject } from '@workflow/workflow-model';
import { chain, component, output, UUID } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const MIB = 1_048_576;

interface Hook {
  workflowId: string;
  componentId: string;
  token: string;
}

const system = useContractSystem();
let echo: Hook;
let quiet: Hook;

beforeAll(async () => {
  echo = await makeHook({}, '{{ request }}');
  quiet = await makeHook({}, 'received');
});

async function makeHook(config: JsonObject, value: string): Promise<Hook> {
  const webhook = component('webhook', config, { output: 'request' });
  const workflowId = await system.api.publish('Hook', chain(webhook, output(value)));
  const { body } = await system.api.request<{ token: string }>(
    'POST',
    `/v1/workflows/${workflowId}/components/${webhook.id}/token`,
  );
  return { workflowId, componentId: webhook.id, token: body.token };
}

interface Delivered {
  status: number;
  body: any;
}

async function deliver(
  hook: Hook,
  body: string | Buffer,
  headers: Record<string, string> = {},
  { replica = 0, query = '' } = {},
): Promise<Delivered> {
  const response = await fetch(`${system.clients[replica]!.baseUrl}/webhook/${hook.workflowId}${query}`, {
    method: 'POST',
    body: Buffer.from(body) as never,
    headers: query.includes('token=') ? headers : { token: hook.token, ...headers },
  });
  return { status: response.status, body: await response.json() };
}

async function sessionOf({ body }: Delivered): Promise<SessionView> {
  return system.api.untilEnded(body.sessionId);
}

/** Returns the output of the session that ran the delivery. */
async function received(delivered: Delivered): Promise<JsonObject> {
  expect(delivered.status).toBe(202);
  return JSON.parse((await sessionOf(delivered)).output as string) as JsonObject;
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('contract §2.6: a later component gets the whole request as one JSON string', () => {
  test('with exactly these members, the body as it was parsed', async () => {
    const delivered = await deliver(
      echo,
      '{"order":{"total":12.5,"tags":[null,"ü"]}}',
      { ...JSON_TYPE, 'x-sender': 'shop' },
      { query: '?a=1&b=x%20y&a=2' },
    );
    expect(delivered.body).toEqual({
      workflowId: echo.workflowId,
      componentId: echo.componentId,
      sessionId: expect.stringMatching(UUID),
    });
    const whole = await received(delivered);
    expect(whole).toEqual({
      method: 'POST',
      path: `/webhook/${echo.workflowId}`,
      query: { a: ['1', '2'], b: 'x y' },
      headers: expect.objectContaining({ 'x-sender': 'shop' }),
      body: { order: { total: 12.5, tags: [null, 'ü'] } },
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(whole['headers']).not.toHaveProperty('token');
  });

  test.each<[string, string | null, string | Buffer, JsonObject]>([
    ['JSON null', 'application/json', 'null', { body: null }],
    ["a vendor's JSON", 'application/vnd.shop+json', '[1]', { body: [1] }],
    ['a form', 'application/x-www-form-urlencoded', 'a=1&b=%C3%BC+x&a=2', { body: { a: ['1', '2'], b: 'ü x' } }],
    ['text', 'text/plain', 'Grüße', { body: 'Grüße' }],
    ['XML', 'application/xml', '<a/>', { body: '<a/>' }],
    ['bytes', 'image/png', Buffer.from([0x89, 0x50, 0x00]), { body: 'iVAA', bodyEncoding: 'base64' }],
    ['bytes of no type', null, 'abc', { body: 'YWJj', bodyEncoding: 'base64' }],
    ['no body', null, '', { body: null }],
    ['an empty form', 'application/x-www-form-urlencoded', '', { body: {} }],
  ])('%s', async (_what, type, body, expected) => {
    const whole = await received(await deliver(echo, body, type === null ? {} : { 'content-type': type }));
    expect({ body: whole['body'], ...('bodyEncoding' in whole && { bodyEncoding: whole['bodyEncoding'] }) }).toEqual(
      expected,
    );
  });

  test.each([
    ['text', 'text/plain', Buffer.alloc(MIB, 'a')],
    ['text that JSON escapes sixfold', 'text/plain', Buffer.alloc(MIB, 1)],
    ['bytes, a third longer in base64', 'application/octet-stream', Buffer.alloc(MIB, 255)],
  ])('a body of just the limit is not only accepted but run: %s', async (_what, type, body) => {
    expect(await sessionOf(await deliver(quiet, body, { 'content-type': type }))).toMatchObject({
      status: 'SUCCEEDED',
      output: 'received',
    });
  });

  test.each([
    ['one byte more than the limit', 'text/plain', Buffer.alloc(MIB + 1, 'a'), 413],
    ['JSON that does not parse', 'application/json', '{"a":', 400],
    ['no JSON at all', 'application/json', '', 400],
  ])('%s is refused', async (_what, type, body, status) => {
    const delivered = await deliver(echo, body, { 'content-type': type });
    expect([delivered.status, delivered.body]).toEqual([
      status,
      { httpStatus: status, errorId: expect.stringMatching(UUID), message: expect.any(String) },
    ]);
  });

  test('the token is in no answer, step or log line, wherever the sender repeats it', async () => {
    const body = JSON.stringify({ seen: echo.token });
    const delivered = await deliver(
      echo,
      body,
      { ...JSON_TYPE, referer: `https://sender.example/?token=${echo.token}` },
      { query: `?token=${echo.token}&again=${echo.token}` },
    );
    const whole = await received(delivered);
    expect(whole).toMatchObject({ query: { again: '[redacted]' }, body: { seen: '[redacted]' } });
    const { body: steps } = await system.api.request('GET', `/v1/sessions/${delivered.body.sessionId}/steps`);
    expect(JSON.stringify([whole, steps])).not.toContain(echo.token);
    const logged = (await system.readLog()).map((line) => JSON.stringify(line));
    expect(logged).not.toEqual([]);
    expect(logged.filter((line) => line.includes(echo.token))).toEqual([]);
  });
});

describe('over replicas', () => {
  test('a redelivery is answered with the first session, which runs once', async () => {
    const id = { ...JSON_TYPE, 'webhook-id': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => deliver(quiet, `{"n":${n}}`, id, { replica: n % 2 })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.sessionId}`)).size).toBe(1);
    expect(await system.api.steps((await sessionOf(answers[0]!)).id)).toHaveLength(2);
  });

  test('a signature is checked before the body is parsed', async () => {
    await system.api.request('PUT', '/v1/organization/secrets/hook', { value: 'shared' });
    const signed = await makeHook(
      { verification: { scheme: 'hmac', secret: 'hook', header: 'X-Signature' } },
      '{{ request }}',
    );
    const sign = (body: string) => ({
      ...JSON_TYPE,
      'x-signature': createHmac('sha256', 'shared').update(body).digest('hex'),
    });
    for (const replica of [0, 1]) {
      expect((await deliver(signed, '{"a":1}', sign('{"a":1}'), { replica })).status).toBe(202);
      const { status, body } = await deliver(signed, '{', JSON_TYPE, { replica });
      expect([status, body.message]).toEqual([403, 'Permission Denied']);
    }
  });

  test('the status of a session can be read with the token that started it, and with no later one', async () => {
    const hook = await makeHook({}, 'done');
    const delivered = await deliver(hook, '{}', JSON_TYPE);
    await sessionOf(delivered);
    const read = async (token: string, replica: number) => {
      const response = await fetch(
        `${system.clients[replica]!.baseUrl}/webhook/${hook.workflowId}/sessions/${delivered.body.sessionId}`,
        { headers: { token } },
      );
      return [response.status, ((await response.json()) as JsonObject)['status']];
    };
    expect(await read(hook.token, 1)).toEqual([200, 'SUCCEEDED']);
    const tokenPath = `/v1/workflows/${hook.workflowId}/components/${hook.componentId}/token`;
    await system.api.request('DELETE', tokenPath);
    expect((await read(hook.token, 0))[0]).toBe(403);
    const { body: renewed } = await system.api.request<{ token: string }>('POST', tokenPath);
    expect((await read(renewed.token, 0))[0]).toBe(404);
  });
});
