import { createHmac, randomUUID } from 'node:crypto';
import { Webhooks } from '@octokit/webhooks';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { deliver, JSON_TYPE, makeHook } from './make-hook.ts';
import { useTestIngress } from './start-test-ingress.ts';

const actor = { type: 'system', id: null, name: 'test' } as const;

const ingress = useTestIngress();

describe('verification', () => {
  const secret = 'a secret of the test';
  const standardSecret = `whsec_${Buffer.from('twenty-four bytes of key').toString('base64')}`;
  const now = (): number => Math.floor(Date.now() / 1000);
  const text = JSON.stringify({ event: 'paid', amount: 12 });

  const slackHeaders = (body: string, at: number) => ({
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`,
  });
  const standardHeaders = (body: string, at: number) => {
    const id = randomUUID();
    const signature = new StandardWebhook(standardSecret).sign(id, new Date(at * 1000), body);
    return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature };
  };
  const stripe = new Stripe('sk_test_none');

  const schemes: [string, JsonObject, (body: string, at: number) => Promise<Record<string, string>>, boolean][] = [
    ['standard-webhooks', { secret: 'standard' }, async (body, at) => standardHeaders(body, at), true],
    [
      'github',
      { secret: 'plain' },
      async (body) => ({ 'x-hub-signature-256': await new Webhooks({ secret }).sign(body) }),
      false,
    ],
    [
      'stripe',
      { secret: 'plain' },
      async (body, at) => ({
        'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: at }),
      }),
      true,
    ],
    ['slack', { secret: 'plain' }, async (body, at) => slackHeaders(body, at), true],
    [
      'hmac',
      { secret: 'plain', header: 'X-Sig', algorithm: 'sha512', encoding: 'base64' },
      async (body) => ({ 'x-sig': createHmac('sha512', secret).update(body).digest('base64') }),
      false,
    ],
  ];

  beforeAll(async () => {
    const management = ingress.context.store.management.organization(ingress.organization.id);
    await management.putSecret(actor, 'plain', secret);
    await management.putSecret(actor, 'standard', standardSecret);
  });

  test.each(schemes)(
    '%s: what the real sender signs verifies; a flipped byte, an old time, no signature and a wrong secret do not',
    async (scheme, settings, sign, timed) => {
      const signed = await makeHook(ingress, { verification: { scheme, ...settings } });
      const status = async (body: string, headers: Record<string, string>) =>
        (await deliver(ingress, signed, body, { ...JSON_TYPE, ...headers })).status;
      const headers = await sign(text, now());
      expect(await status(text, headers)).toBe(202);
      expect(await status(text.replace('12', '13'), headers)).toBe(403);
      expect(await status(text, {})).toBe(403);
      // Schemes without a signed time are as good in an hour.
      const later = timed ? 403 : 202;
      expect(await status(text, await sign(text, now() - 3_600))).toBe(later);
      expect(await status(text, await sign(text, now() + 3_600))).toBe(later);
      const missing = await makeHook(ingress, { verification: { scheme, ...settings, secret: 'unknown' } });
      expect((await deliver(ingress, missing, text, { ...JSON_TYPE, ...headers })).status).toBe(403);
    },
  );

  test('a replaced secret takes effect immediately', async () => {
    const management = ingress.context.store.management.organization(ingress.organization.id);
    await management.putSecret(actor, 'rotated', 'old');
    const signed = await makeHook(ingress, { verification: { scheme: 'github', secret: 'rotated' } });
    const headers = async (key: string) => ({
      ...JSON_TYPE,
      'x-hub-signature-256': await new Webhooks({ secret: key }).sign(text),
    });
    expect((await deliver(ingress, signed, text, await headers('old'))).status).toBe(202);
    await management.putSecret(actor, 'rotated', 'new');
    expect((await deliver(ingress, signed, text, await headers('old'))).status).toBe(403);
    expect((await deliver(ingress, signed, text, await headers('new'))).status).toBe(202);
  });
});
