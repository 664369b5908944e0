import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import {
  deliver as deliverTo,
  JSON_TYPE,
  makeHook as makeHookOf,
  outputOf as outputOfAnswer,
  type Hook,
} from './make-hook.ts';
import { useTestIngress, type TestAnswer } from './start-test-ingress.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const actor = { type: 'system', id: null, name: 'test' } as const;

const ingress = useTestIngress();
let hook: Hook;

const makeHook = (config?: JsonObject, publish?: boolean): Promise<Hook> => makeHookOf(ingress, config, publish);
const deliver = (to: Hook, body: unknown, headers?: Record<string, string>): Promise<TestAnswer> =>
  deliverTo(ingress, to, body, headers);
const outputOf = (answer: TestAnswer): Promise<JsonObject> => outputOfAnswer(ingress, answer);

beforeAll(async () => {
  hook = await makeHook();
});

describe('contract §5.2: the token', () => {
  test('in the header: 202 with the session that is committed', async () => {
    const answer = await deliver(hook, { order: 1 });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      workflowId: hook.workflowId,
      componentId: hook.componentId,
      sessionId: expect.stringMatching(UUID),
    });
    const session = await ingress.context.store.sessions.queries.find(ingress.organization.id, answer.body.sessionId);
    expect(session).toMatchObject({ trigger: 'WEBHOOK', mode: 'PROD', status: 'QUEUED' });
  });

  test('in the query: 202, and the token is neither in the output nor in a log line', async () => {
    const answer = await ingress.request('POST', `${hook.path}?a=1&token=${hook.token}&a=2`, {
      body: '{}',
      headers: { ...JSON_TYPE, referer: `https://sender.example/${hook.token}` },
    });
    expect(answer.status).toBe(202);
    const output = await outputOf(answer);
    expect(output['query']).toEqual({ a: ['1', '2'] });
    expect(JSON.stringify(output)).not.toContain(hook.token);
    expect(ingress.log.some((line) => line.includes(hook.token))).toBe(false);
  });

  test('the header wins over the query', async () => {
    expect(
      (
        await ingress.request('POST', `${hook.path}?token=${hook.token}`, {
          body: '{}',
          headers: { ...JSON_TYPE, token: 'wrong' },
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await ingress.request('POST', `${hook.path}?token=wrong`, {
          body: '{}',
          headers: { ...JSON_TYPE, token: hook.token },
        })
      ).status,
    ).toBe(202);
  });

  test('none: 401', async () => {
    const answer = await ingress.request('POST', hook.path, { body: '{}', headers: JSON_TYPE });
    expect([answer.status, answer.body.message]).toEqual([401, 'Unauthorized']);
  });

  test('wrong, deleted, of another or an unknown workflow: answers that differ in the errorId alone', async () => {
    const gone = await makeHook();
    await ingress.context.store.management
      .organization(ingress.organization.id)
      .deleteToken(actor, gone.workflowId, gone.componentId);
    const answers = [
      await deliver({ ...hook, token: `${hook.token.slice(0, -1)}_` }, {}),
      await deliver(gone, {}),
      await deliver({ ...hook, path: gone.path }, {}),
      await deliver({ ...hook, path: `/webhook/${randomUUID()}` }, {}),
      await deliver({ ...hook, path: '/webhook/none' }, {}),
    ];
    for (const answer of answers) expect(answer.status).toBe(403);
    expect(new Set(answers.map((answer) => answer.text.replace(answer.body.errorId, ''))).size).toBe(1);
    expect(answers[0]?.body.message).toBe('Permission Denied');
  });

  test('valid, but the workflow is not published: 409', async () => {
    expect((await deliver(await makeHook({}, false), {})).status).toBe(409);
  });
});

describe('contract §2.6: the component outputs the whole request as one JSON string', () => {
  test.each<[string, string | undefined, string | Buffer, { body: unknown; bodyEncoding?: string }]>([
    ['JSON', 'application/json', '{"a":[1,null]}', { body: { a: [1, null] } }],
    ['JSON of a vendor', 'application/cloudevents+json; charset=utf-8', '"x"', { body: 'x' }],
    [
      'a form',
      'application/x-www-form-urlencoded',
      'a=1&b=x+y&a=2&__proto__=z',
      { body: JSON.parse('{"a":["1","2"],"b":"x y","__proto__":"z"}') },
    ],
    ['text', 'text/plain', 'Grüße', { body: 'Grüße' }],
    ['text in another charset', 'text/plain; charset=iso-8859-1', Buffer.from('Grüße', 'latin1'), { body: 'Grüße' }],
    ['XML', 'application/xml', '<a/>', { body: '<a/>' }],
    ['anything else', 'application/octet-stream', Buffer.from([0, 255, 1]), { body: 'AP8B', bodyEncoding: 'base64' }],
    ['text that is not in its charset', 'text/plain', Buffer.from([255]), { body: '/w==', bodyEncoding: 'base64' }],
    ['nothing at all', undefined, '', { body: null }],
    ['a NUL in text', 'text/plain', 'a\u0000b', { body: 'a\u0000b' }],
    [
      'NUL and lone surrogates in JSON',
      'application/json',
      '{"a":"\\u0000","b":"\\ud800"}',
      { body: { a: '\u0000', b: '\uD800' } },
    ],
  ])('%s', async (_what, type, body, expected) => {
    const answer = await ingress.request('POST', `${hook.path}?from=test`, {
      body: Buffer.from(body),
      headers: { token: hook.token, ...(type !== undefined && { 'content-type': type }) },
    });
    expect(answer.status).toBe(202);
    const output = await outputOf(answer);
    expect(output).toMatchObject({
      method: 'POST',
      path: hook.path,
      query: { from: 'test' },
      receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect({ body: output['body'], bodyEncoding: output['bodyEncoding'] }).toEqual(expected);
    expect(output['headers']).not.toHaveProperty('token');
  });

  test('numbers that are too long for a double stay unchanged', async () => {
    const answer = await deliver(hook, '{"id":12345678901234567890}');
    const session = await ingress.context.store.sessions.queries.find(ingress.organization.id, answer.body.sessionId);
    expect(session?.placeholderValues['request']).toContain('"body":{"id":12345678901234567890}');
  });

  test('JSON that does not parse: 400', async () => {
    for (const body of ['{"a":', '', '{"a":"\u0000"}']) expect((await deliver(hook, body)).status).toBe(400);
  });

  test('a body over the limit: 413', async () => {
    expect((await deliver(hook, Buffer.alloc(1_048_577, 0x20), { 'content-type': 'text/plain' })).status).toBe(413);
  });
});

describe('deduplicateBy', () => {
  test.each(['webhook-id', 'svix-id', 'x-github-delivery', 'idempotency-key'])(
    'a redelivery by %s is answered with the first session',
    async (header) => {
      const headers = { ...JSON_TYPE, [header]: randomUUID() };
      const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(hook, { any: 1 }, headers)));
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 202));
      expect(new Set(answers.map((answer) => answer.body.sessionId)).size).toBe(1);
    },
  );

  test('equal bodies without an id are two deliveries', async () => {
    expect((await deliver(hook, { a: 1 })).body.sessionId).not.toBe((await deliver(hook, { a: 1 })).body.sessionId);
  });

  test('the component names its own headers, and an empty list switches it off', async () => {
    const own = await makeHook({ deduplicateBy: ['X-Event-Id'] });
    const off = await makeHook({ deduplicateBy: [] });
    const twice = async (to: Hook, headers: Record<string, string>) =>
      (await deliver(to, {}, { ...JSON_TYPE, ...headers })).body.sessionId as string;
    expect(await twice(own, { 'x-event-id': '1' })).toBe(await twice(own, { 'x-event-id': '1' }));
    expect(await twice(own, { 'webhook-id': '1' })).not.toBe(await twice(own, { 'webhook-id': '1' }));
    expect(await twice(off, { 'webhook-id': '1' })).not.toBe(await twice(off, { 'webhook-id': '1' }));
  });
});

test('rateLimit: above it 429 with Retry-After', async () => {
  const limited = await makeHook({ rateLimit: { perMinute: 3 } });
  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push(await deliver(limited, {}));
  expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202, 429]);
  expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('rateLimit: burst is how many may arrive at the same time', async () => {
  // The next token is available after a minute, however slow the machine is.
  const limited = await makeHook({ rateLimit: { perMinute: 1, burst: 2 } });
  const answers = await Promise.all([1, 2, 3].map(() => deliver(limited, {})));
  expect(answers.map((answer) => answer.status).sort()).toEqual([202, 202, 429]);
});

describe('the status of a session that the token started', () => {
  const read = (to: Hook, id: string, headers?: Record<string, string>) =>
    ingress.request('GET', `${to.path}/sessions/${id}`, { headers: headers ?? { token: to.token } });

  test('is read with the same token, by header or query', async () => {
    const { sessionId } = (await deliver(hook, {})).body;
    const answer = await read(hook, sessionId);
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ sessionId, workflowId: hook.workflowId, status: 'QUEUED', finishedAt: null }),
    ]);
    expect((await ingress.request('GET', `${hook.path}/sessions/${sessionId}?token=${hook.token}`)).status).toBe(200);
  });

  test('cannot be read for any other session, or without the token', async () => {
    const other = await makeHook();
    const { sessionId } = (await deliver(other, {})).body;
    for (const id of [sessionId, randomUUID(), 'none']) expect((await read(hook, id)).status).toBe(404);
    expect((await read(other, sessionId, {})).status).toBe(401);
    expect((await read(other, sessionId, { token: hook.token })).status).toBe(403);
  });
});
