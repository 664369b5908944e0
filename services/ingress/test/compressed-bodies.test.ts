import { createHmac } from 'node:crypto';
import { setImmediate as nextSlice } from 'node:timers/promises';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { deliver, JSON_TYPE, makeHook, outputOf } from './make-hook.ts';
import { component, useTestIngress } from './start-test-ingress.ts';

const BOMB = gzipSync(Buffer.alloc(256 * 1024 * 1024), { level: 1 });
const ingress = useTestIngress();

test.each<[string, (text: string) => Buffer]>([
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
])('a webhook and a run take %s', async (encoding, compress) => {
  const headers = { ...JSON_TYPE, 'content-encoding': encoding };
  const delivered = await deliver(ingress, await makeHook(ingress), compress('{"a":"é"}'), headers);
  expect((await outputOf(ingress, delivered))['body']).toEqual({ a: 'é' });
  const input = component('input', { placeholders: [{ key: 'n', type: 'NUMBER' }] });
  const workflowId = await ingress.workflow([input]);
  const text = `\uFEFF${JSON.stringify({ workflowId, componentId: input.id, placeholderValues: { n: 1 } })}`;
  const ran = await ingress.run(compress(text), headers);
  expect([ran.status, ran.body.placeholderValues]).toEqual([200, { n: 1 }]);
});

test.each<[string, string, Buffer, number, string]>([
  ['a bomb', 'gzip', BOMB, 413, 'The body is larger than 1048576 bytes'],
  ['one byte too much', 'gzip', gzipSync(Buffer.alloc(1_048_577)), 413, 'The body is larger than 1048576 bytes'],
  ['what is not gzip', 'gzip', Buffer.from('{}'), 400, 'The body is not valid gzip'],
  ['half of it', 'deflate', deflateSync('{"a":1}').subarray(0, 9), 400, 'The body is not valid deflate'],
  ['another encoding', 'br', Buffer.from('x'), 415, 'The content encoding is not supported'],
  ['two encodings', 'gzip, gzip', gzipSync(gzipSync('{}')), 415, 'The content encoding is not supported'],
])('%s is refused', async (_what, encoding, body, status, message) => {
  const answer = await deliver(ingress, await makeHook(ingress), body, { ...JSON_TYPE, 'content-encoding': encoding });
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
  expect(answer.headers.get('accept-encoding')).toBe(status === 415 ? 'gzip, deflate' : null);
});

test('a body that inflates to the limit is taken', async () => {
  const body = gzipSync(Buffer.alloc(1_048_576, 0x61));
  const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
  expect((await deliver(ingress, await makeHook(ingress), body, headers)).status).toBe(202);
});

test('many simultaneous bombs take little memory and are all refused', async () => {
  const hook = await makeHook(ingress);
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  const before = process.memoryUsage().rss;
  const answered: ReturnType<typeof deliver>[] = [];
  for (let sent = 0; sent < 60; sent += 1) {
    answered.push(deliver(ingress, hook, BOMB, headers));
    // Each copies the body, and the test shares the event loop with ingress.
    await nextSlice();
  }
  const answers = await Promise.all(answered);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([413]));
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

test('a signature may be over the body as it was sent, or as it was before compression', async () => {
  const actor = { type: 'system', id: null, name: 'test' } as const;
  await ingress.context.store.management.organization(ingress.organization.id).putSecret(actor, 'plain', 'secret');
  const hook = await makeHook(ingress, { verification: { scheme: 'github', secret: 'plain' } });
  const sent = gzipSync('{"a":1}');
  const statusFor = async (signed: string | Buffer): Promise<number> => {
    const signature = `sha256=${createHmac('sha256', 'secret').update(signed).digest('hex')}`;
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip', 'x-hub-signature-256': signature };
    return (await deliver(ingress, hook, sent, headers)).status;
  };
  expect([await statusFor(sent), await statusFor('{"a":1}'), await statusFor('{"a":2}')]).toEqual([202, 202, 403]);
});
