import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { beforeAll, expect, test } from '@jest/globals';
import { component, useTestIngress, type TestAnswer } from '../start-test-ingress.ts';

/** As Standard Webhooks sign, with the secret `shared`. */
const signed = (text: string): string =>
  createHmac('sha256', Buffer.from('c2hhcmVk', 'base64')).update(text).digest('base64');

const SECRET = 'shared secret';
const actor = { type: 'system', id: null, name: 'test' } as const;
const ingress = useTestIngress();

beforeAll(async () => {
  await ingress.context.store.management.organization(ingress.organization.id).putSecret(actor, 'hook', SECRET);
});

const now = (): string => String(Math.floor(Date.now() / 1000));
const hex = (text: string): string => createHmac('sha256', SECRET).update(text).digest('hex');

const SENDERS: Record<string, (body: string, at: string) => Record<string, string>> = {
  stripe: (body, at) => ({ 'stripe-signature': `t=${at},v1=${hex(`${at}.${body}`)}` }),
  slack: (body, at) => ({
    'x-slack-request-timestamp': at,
    'x-slack-signature': `v0=${hex(`v0:${at}:${body}`)}`,
  }),
  zoom: (body, at) => ({ 'x-zm-request-timestamp': at, 'x-zm-signature': `v0=${hex(`v0:${at}:${body}`)}` }),
  'standard-webhooks': (body, at) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': at,
    'webhook-signature': `v1,${signed(`msg_1.${at}.${body}`)}`,
  }),
};

async function openHook(config: Record<string, unknown>) {
  const hook = component('webhook', config as never, 'request');
  const workflowId = await ingress.workflow([hook]);
  const token = await ingress.token(workflowId, hook.id);
  return (body: string, headers: Record<string, string>): Promise<TestAnswer> =>
    ingress.request('POST', `/webhook/${workflowId}`, {
      body,
      headers: { token, 'content-type': 'application/json', ...headers },
    });
}

test.each(Object.keys(SENDERS))(
  'a signed request of %s starts one session, however often it arrives',
  async (scheme) => {
    if (scheme === 'standard-webhooks')
      await ingress.context.store.management
        .organization(ingress.organization.id)
        .putSecret(actor, 'standard', 'whsec_c2hhcmVk');
    const send = await openHook({
      verification: { scheme, secret: scheme === 'standard-webhooks' ? 'standard' : 'hook' },
      ...(scheme === 'standard-webhooks' && { deduplicateBy: [] }),
    });
    const sign = SENDERS[scheme]!;
    const [body, at] = ['{"event":1}', now()];
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, copy) => send(body, { ...sign(body, at), 'idempotency-key': `copy ${copy}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(new Set(answers.map((answer) => answer.body.sessionId)).size).toBe(1);
    const other = await send('{"event":2}', sign('{"event":2}', at));
    expect([other.status, other.body.sessionId === answers[0]!.body.sessionId]).toEqual([202, false]);
    const later = await send(body, sign(body, String(Number(at) - 60)));
    expect([later.status, later.body.sessionId === answers[0]!.body.sessionId]).toEqual([202, false]);
  },
);

test('a rate limit is spent by requests with a good signature alone', async () => {
  const send = await openHook({
    verification: { scheme: 'slack', secret: 'hook' },
    rateLimit: { perMinute: 2 },
  });
  const forged = { 'x-slack-request-timestamp': now(), 'x-slack-signature': `v0=${'0'.repeat(64)}` };
  for (let n = 0; n < 5; n += 1) expect((await send('{}', forged)).status).toBe(403);
  const statuses = [];
  for (let n = 0; n < 3; n += 1)
    statuses.push((await send(`{"n":${n}}`, SENDERS['slack']!(`{"n":${n}}`, now()))).status);
  expect(statuses).toEqual([202, 202, 429]);
});

test.each([
  [['Host', 'a', 'Host', 'b'], 400],
  [['host', 'a', 'HOST', 'a'], 400],
  [['Host', 'a'], 200],
])('a request with the headers %j is answered %d', async (headers, status) => {
  const answered = Promise.withResolvers<number | undefined>();
  httpRequest({ port: ingress.port, host: '127.0.0.1', path: '/healthz', headers, setHost: false }, (response) => {
    response.resume();
    answered.resolve(response.statusCode);
  })
    .once('error', answered.reject)
    .end();
  expect(await answered.promise).toBe(status);
});
