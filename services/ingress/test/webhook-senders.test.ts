import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { deliver, JSON_TYPE, makeHook, outputOf, type Hook } from './make-hook.ts';
import { useTestIngress, type TestAnswer } from './start-test-ingress.ts';

const actor = { type: 'system', id: null, name: 'test' } as const;
const SECRET = 'a secret of the test';

const ingress = useTestIngress();

beforeAll(async () => {
  await ingress.context.store.management.organization(ingress.organization.id).putSecret(actor, 'plain', SECRET);
});

async function sessionsOf({ workflowId }: Hook): Promise<number> {
  const { items } = await ingress.context.store.sessions.queries.list(
    ingress.organization.id,
    { workflowId },
    { limit: 50 },
  );
  return items.length;
}

interface Asked {
  method?: string;
  query?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

function ask(hook: Hook, { method = 'POST', query = '', headers = {}, body }: Asked): Promise<TestAnswer> {
  return ingress.request(method, `${hook.path}?token=${hook.token}${query}`, {
    headers: { ...(body === undefined ? {} : JSON_TYPE), ...headers },
    body,
  });
}

describe('handshakes', () => {
  const eventGrid = (validationCode: string) => [
    { eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent', data: { validationCode } },
  ];
  const encryptedToken = createHmac('sha256', SECRET).update('q1').digest('hex');
  const handshakes: [string, Asked, string, number][] = [
    ['slack', { body: { type: 'url_verification', challenge: '3eZb' } }, '3eZb', 202],
    ['meta', { method: 'GET', query: '&hub.mode=subscribe&hub.challenge=11%2B5&hub.verify_token=x' }, '11+5', 405],
    [
      'microsoft-graph',
      { query: '&validationToken=a%20b%3Cc', headers: { 'content-type': 'text/plain' } },
      'a b<c',
      202,
    ],
    ['microsoft-graph', { query: '&validationToken=abc', headers: { 'content-type': 'application/json' } }, 'abc', 400],
    ['event-grid', { body: eventGrid('51') }, '{"validationResponse":"51"}', 202],
    ['cloudevents', { method: 'OPTIONS', headers: { 'webhook-request-origin': 'events.example' } }, '', 405],
    [
      'zoom',
      { body: { event: 'endpoint.url_validation', payload: { plainToken: 'q1' } } },
      JSON.stringify({ plainToken: 'q1', encryptedToken }),
      202,
    ],
    [
      'twitch',
      { headers: { 'twitch-eventsub-message-type': 'webhook_callback_verification' }, body: { challenge: 'pogchamp' } },
      'pogchamp',
      202,
    ],
    ['dropbox', { method: 'GET', query: '&challenge=dropbox' }, 'dropbox', 405],
    ['head', { method: 'HEAD' }, '', 405],
  ];

  test.each(handshakes)('%s: answered when it is listed, and starts no session', async (name, asked, answered) => {
    const verification = { scheme: 'zoom', secret: 'plain' };
    const hook = await makeHook(ingress, { handshakes: [name], ...(name === 'zoom' && { verification }) });
    const signed = name === 'zoom' ? zoomHeaders(JSON.stringify(asked.body)) : {};
    const answer = await ask(hook, { ...asked, headers: { ...asked.headers, ...signed } });
    expect([answer.status, answer.text]).toEqual([200, answered]);
    const type = name === 'zoom' || name === 'event-grid' ? 'application/json' : 'text/plain';
    expect(answer.headers.get('content-type')).toBe(answered === '' ? null : `${type}; charset=utf-8`);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await sessionsOf(hook)).toBe(0);
  });

  test.each(handshakes)('%s: unlisted, an ordinary delivery or 405', async (name, asked, _answered, status) => {
    const others = handshakes.map(([other]) => other).filter((other) => other !== name && other !== 'zoom');
    const unlisted = others.filter((other) => !['meta', 'dropbox'].includes(other) || asked.method !== 'GET');
    for (const config of [{}, { handshakes: unlisted }]) {
      const hook = await makeHook(ingress, config);
      expect((await ask(hook, asked)).status).toBe(status);
      expect(await sessionsOf(hook)).toBe(status === 202 ? 1 : 0);
    }
  });

  test.each(handshakes)('%s: nothing for a wrong token, none, or a bad signature', async (name, asked, answered) => {
    const config = { handshakes: [name], verification: { scheme: 'github', secret: 'plain' } };
    const hook = await makeHook(ingress, config);
    const without = await ingress.request(asked.method ?? 'POST', `${hook.path}?x=1${asked.query ?? ''}`, {
      headers: { ...JSON_TYPE, ...asked.headers },
      body: asked.body,
    });
    const wrong = await ask({ ...hook, token: `${hook.token}x` }, asked);
    const unsigned = await ask(hook, asked);
    expect([without.status, wrong.status, unsigned.status]).toEqual([401, 403, 403]);
    expect([wrong.text, unsigned.text]).not.toContain(answered === '' ? undefined : answered);
    expect(await sessionsOf(hook)).toBe(0);
  });

  test('cloudevents: headers state what is allowed, with the rate limit', async () => {
    const hook = await makeHook(ingress, { handshakes: ['cloudevents'], rateLimit: { perMinute: 120 } });
    const asked = { method: 'OPTIONS', headers: { 'webhook-request-origin': 'events.example' } };
    const { headers } = await ask(hook, asked);
    expect([headers.get('webhook-allowed-origin'), headers.get('webhook-allowed-rate')]).toEqual([
      'events.example',
      '120',
    ]);
    expect((await ask(hook, { method: 'OPTIONS' })).status).toBe(405);
  });

  test('what only looks like a handshake is a delivery', async () => {
    const hook = await makeHook(ingress, { handshakes: ['slack', 'event-grid', 'twitch', 'microsoft-graph'] });
    const bodies = [
      { type: 'event_callback', challenge: 'x' },
      { type: 'url_verification' },
      [{ eventType: 'x' }],
      1,
      null,
    ];
    for (const body of bodies) expect((await ask(hook, { body })).status).toBe(202);
    expect(await sessionsOf(hook)).toBe(bodies.length);
  });

  test('zoom without a verification cannot be published', async () => {
    const { id } = await ingress.context.store.management.organization(ingress.organization.id).createWorkflow(actor, {
      name: 'Zoom',
      description: '',
      components: [{ id: randomUUID(), type: 'webhook', config: { handshakes: ['zoom'] } }],
      connections: [],
    });
    const answer = await ingress.request('POST', `/v1/workflows/${id}/publish`, {
      headers: { 'x-api-key': ingress.organization.apiKey },
    });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Zoom needs signature verification')]);
  });

  function zoomHeaders(body: string): Record<string, string> {
    const at = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', SECRET).update(`v0:${at}:${body}`).digest('hex');
    return { 'x-zm-request-timestamp': at, 'x-zm-signature': `v0=${signature}` };
  }
});

describe('methods', () => {
  test('POST alone by default; the others are 405 with what is taken', async () => {
    const hook = await makeHook(ingress, { handshakes: ['slack'] });
    for (const method of ['GET', 'PUT', 'OPTIONS']) {
      const answer = await ask(hook, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect(await sessionsOf(hook)).toBe(0);
  });

  test('PUT and GET where the component takes them', async () => {
    const hook = await makeHook(ingress, { methods: ['GET', 'PUT'], handshakes: ['meta'] });
    const got = await ask(hook, { method: 'GET', query: '&a=1', headers: JSON_TYPE });
    const put = await ask(hook, { method: 'PUT', body: { a: 1 } });
    expect([got.status, put.status]).toEqual([202, 202]);
    expect(await outputOf(ingress, got)).toMatchObject({ method: 'GET', query: { a: '1' }, body: null });
    expect(await outputOf(ingress, put)).toMatchObject({ method: 'PUT', body: { a: 1 } });
    const post = await ask(hook, { body: {} });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, PUT']);
    expect((await ask(hook, { method: 'DELETE' })).status).toBe(405);
  });
});

describe('deduplicateBy a value in the body', () => {
  test.each<[string, string, string, string, boolean]>([
    ['an id', 'body:/id', '{"id":"evt_1","n":1}', '{"id":"evt_1","n":2}', true],
    ['a nested one', 'body:/event/0/id', '{"event":[{"id":"a"}]}', '{"event":[{"id":"a"}],"x":1}', true],
    ['another one', 'body:/id', '{"id":"evt_1"}', '{"id":"evt_2"}', false],
    ['an escaped name', 'body:/a~1b~0c', '{"a/b~c":"x"}', '{"a/b~c":"x","n":1}', true],
    ['a number', 'body:/id', '{"id":820982911946154508}', '{"n":0,"id":820982911946154508}', true],
    ['numbers that are one double', 'body:/id', '{"id":820982911946154508}', '{"id":820982911946154509}', false],
    ['a null', 'body:/id', '{"id":null}', '{"id":null}', false],
    ['an object', 'body:/id', '{"id":{}}', '{"id":{}}', false],
    ['an empty text', 'body:/id', '{"id":""}', '{"id":""}', false],
    ['a text with NUL', 'body:/id', '{"id":"a\\u0000"}', '{"id":"a\\u0000"}', false],
    ['a lone surrogate', 'body:/id', '{"id":"\\ud800"}', '{"id":"\\ud801"}', false],
    ['nothing', 'body:/id', '{}', '{}', false],
    ['the length of a list', 'body:/length', '[1]', '[2]', false],
  ])('%s', async (_what, pointer, first, second, same) => {
    const hook = await makeHook(ingress, { deduplicateBy: ['x-none', pointer] });
    const ids = [await deliver(ingress, hook, first), await deliver(ingress, hook, second)].map(
      ({ body }) => body.sessionId,
    );
    expect(ids[0] === ids[1]).toBe(same);
  });

  test('a header before it in the list wins', async () => {
    const hook = await makeHook(ingress, { deduplicateBy: ['X-Event', 'body:/id'] });
    const send = async (id: string, header: Record<string, string>) =>
      (await deliver(ingress, hook, { id }, { ...JSON_TYPE, ...header })).body.sessionId as string;
    expect(await send('1', { 'x-event': 'a' })).toBe(await send('2', { 'x-event': 'a' }));
    expect(await send('3', {})).toBe(await send('3', {}));
  });
});

test('twilio: the signature holds for the URL that was called and for the one that is published', async () => {
  const hook = await makeHook(ingress, { verification: { scheme: 'twilio', secret: 'plain' } });
  const path = `${hook.path}?token=${hook.token}`;
  const { publicWebhookUrl } = ingress.context.config;
  const statusFor = async (url: string): Promise<number> => {
    const signature = createHmac('sha1', SECRET).update(`${url}${path}BodyhiFrom+49`).digest('base64');
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
    return (await ingress.request('POST', path, { headers, body: 'From=%2B49&Body=hi' })).status;
  };
  expect(await statusFor(ingress.url)).toBe(202);
  expect(await statusFor(publicWebhookUrl)).toBe(202);
  expect(await statusFor('https://elsewhere.example')).toBe(403);
});
