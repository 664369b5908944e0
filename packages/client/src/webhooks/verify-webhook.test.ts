import { createHash, createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { WebhookVerificationError } from '../errors/client-errors.ts';
import { hmacSha256, sha256 } from './sha256.ts';
import { verifyWebhook } from './verify-webhook.ts';

const KEY = Buffer.from('a secret of 24 bytes....');
const SECRET = `whsec_${KEY.toString('base64')}`;
const BODY = '{"type":"session.failed","timestamp":"2026-01-01T00:00:00Z","data":{"id":"é"}}';

function signed(body = BODY, secondsAgo = 0, key = KEY): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000) - secondsAgo);
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

test('hashes and codes are those of Node.js, whatever the message', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ minLength: 1, maxLength: 100 }), (message, key) => {
      expect(Buffer.from(sha256(message))).toEqual(createHash('sha256').update(message).digest());
      expect(Buffer.from(hmacSha256(key, message))).toEqual(createHmac('sha256', key).update(message).digest());
    }),
  );
  const large = new Uint8Array(1_000_003).fill(7);
  expect(Buffer.from(sha256(large))).toEqual(createHash('sha256').update(large).digest());
});

test('the event of a signed delivery, as text or bytes, with headers of either kind', () => {
  const event = JSON.parse(BODY);
  expect(verifyWebhook(BODY, signed(), SECRET)).toEqual(event);
  expect(verifyWebhook(Buffer.from(BODY), new Headers(signed()), SECRET)).toEqual(event);
  const capitals = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]));
  expect(verifyWebhook(BODY, capitals, SECRET)).toEqual(event);
  // The body is an ArrayBuffer as from `request.arrayBuffer()`, and headers are lists as from some servers.
  const buffer = new Uint8Array(Buffer.from(BODY)).buffer;
  const lists = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name, [value]]));
  expect(verifyWebhook(buffer, lists, SECRET)).toEqual(event);
  const twice = { ...lists, 'webhook-id': ['msg_1', 'msg_1'] };
  expect(() => verifyWebhook(buffer, twice, SECRET)).toThrow(/several headers webhook-id/);
});

test('one of several signatures is enough, as while a secret is rotated', () => {
  const headers = signed();
  const others = signed(BODY, 0, Buffer.from('another'))['webhook-signature'];
  const both = { ...headers, 'webhook-signature': `v1a,xyz ${others} ${headers['webhook-signature']}` };
  expect(verifyWebhook(BODY, both, SECRET).type).toBe('session.failed');
});

test.each([
  ['another body', `${BODY} `, signed(), SECRET, /No signature/],
  ['another secret', BODY, signed(), 'whsec_c2VjcmV0', /No signature/],
  ['no secret', BODY, signed(), 'whsec_', /secret/],
  ['too long ago', BODY, signed(BODY, 301), SECRET, /300 s/],
  ['from the future', BODY, signed(BODY, -310), SECRET, /300 s/],
  ['no time', BODY, { ...signed(), 'webhook-timestamp': 'now' }, SECRET, /webhook-timestamp/],
  ['no id', BODY, { ...signed(), 'webhook-id': '' }, SECRET, /webhook-id is missing/],
  ['no signature', BODY, { ...signed(), 'webhook-signature': '' }, SECRET, /webhook-signature is missing/],
  ['no base64', BODY, { ...signed(), 'webhook-signature': 'v1,é' }, SECRET, /No signature/],
])('refuses a delivery with %s', (_, body, headers, secret, reason) => {
  expect(() => verifyWebhook(body, headers, secret)).toThrow(WebhookVerificationError);
  expect(() => verifyWebhook(body, headers, secret)).toThrow(reason);
});

test('the tolerance is the caller’s', () => {
  expect(verifyWebhook(BODY, signed(BODY, 900), SECRET, { toleranceSeconds: 1_000 }).type).toBe('session.failed');
  expect(() => verifyWebhook(BODY, signed(BODY, 5), SECRET, { toleranceSeconds: 2 })).toThrow(/2 s/);
});
