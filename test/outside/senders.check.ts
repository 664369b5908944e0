import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import { Webhooks } from '@octokit/webhooks';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { check } from './check.ts';
import { publishWebhook, startHttpSystem, type HttpSystem, type PublishedWebhook } from './http-system.ts';

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const TEXT = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', amount: 12 });

const EXAMPLES = createRequire(import.meta.url)('@octokit/webhooks-examples') as { name: string; examples: object[] }[];

let http: HttpSystem;

before(async () => {
  http = await startHttpSystem();
  await http.system.api.call('PUT', '/v1/organization/secrets/sender', { value: SECRET });
});
after(() => http.stop());

async function deliver(
  hook: PublishedWebhook,
  body: string,
  headers: Record<string, string>,
): Promise<[number, string | undefined]> {
  const response = await fetch(hook.url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return [response.status, ((await response.json()) as { sessionId?: string }).sessionId];
}

/** Checks that a delivery is accepted once even if it is repeated, and refused if a byte differs. */
async function holds(scheme: string, headers: Record<string, string>, more: object = {}): Promise<void> {
  const hook = await publishWebhook(http, { verification: { scheme, secret: 'sender' }, ...more });
  const [status, sessionId] = await deliver(hook, TEXT, headers);
  assert.equal(status, 202);
  assert.deepEqual(await deliver(hook, TEXT, headers), [202, sessionId]);
  assert.equal((await deliver(hook, TEXT.replace('12', '13'), headers))[0], 403);
}

check('deliveries that svix signs are taken, once', () => {
  const now = new Date();
  return holds('standard-webhooks', {
    'svix-id': 'msg_1',
    'svix-timestamp': String(Math.floor(now.getTime() / 1000)),
    'svix-signature': new SvixWebhook(SECRET).sign('msg_1', now, TEXT),
  });
});

check('deliveries that standardwebhooks signs are taken, once', () => {
  const now = new Date();
  return holds('standard-webhooks', {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new StandardWebhook(SECRET).sign('msg_1', now, TEXT),
  });
});

check('deliveries that stripe signs are taken, once by the id in their body', () => {
  const header = new Stripe('sk_test_none').webhooks.generateTestHeaderString({ payload: TEXT, secret: SECRET });
  return holds('stripe', { 'stripe-signature': header }, { deduplicateBy: ['body:/id'] });
});

check('every example of @octokit/webhooks-examples is taken, signed by @octokit/webhooks', async () => {
  const github = new Webhooks({ secret: SECRET });
  const hook = await publishWebhook(http, { verification: { scheme: 'github', secret: 'sender' } });
  const payloads = EXAMPLES.flatMap((event) =>
    event.examples.map((example) => ({ name: event.name, body: JSON.stringify(example) })),
  );
  assert.ok(payloads.length > 100);
  for (const [index, { name, body }] of payloads.entries()) {
    const headers = {
      'x-github-event': name,
      'x-github-delivery': `delivery-${index}`,
      'x-hub-signature-256': await github.sign(body),
    };
    assert.equal((await deliver(hook, body, headers))[0], 202, name);
  }
});
