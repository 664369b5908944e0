import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SIGNATURE_SCHEMES } from './index.ts';

const NOW = 1_800_000_000;
const rawBody = Buffer.from('{"amount":12}');
const text = 'a secret of the test';
const standardKey = randomBytes(24);
const standardSecret = `whsec_${standardKey.toString('base64')}`;

const hex = (...parts: (string | Buffer)[]): string => parts.reduce((mac, part) => mac.update(part), createHmac('sha256', text)).digest('hex');
const standard = (time: number | string, key: Buffer = standardKey, id = 'msg_1'): string => createHmac('sha256', key).update(`${id}.${time}.`).update(rawBody).digest('base64');

const verify = (scheme: string, headers: Record<string, string | string[] | undefined>, more: { secret?: string; toleranceSeconds?: number; rawBody?: Buffer } = {}): boolean => {
  const { secret = scheme === 'standard-webhooks' ? standardSecret : text, rawBody: body = rawBody, ...settings } = more;
  return SIGNATURE_SCHEMES[scheme]!({ headers, rawBody: body, secret, settings: { scheme, secret: 'name', ...settings }, nowSeconds: NOW });
};
const times = (id: string, time: number | string, signature: string) => ({ 'webhook-id': id, 'webhook-timestamp': String(time), 'webhook-signature': signature });

describe('standard-webhooks', () => {
  test.each<[string, boolean, string]>([
    ['one signature', true, `v1,${standard(NOW)}`],
    ['a good one after a bad one', true, `v1,${standard(NOW + 1)} v1,${standard(NOW)}`],
    ['a good one after one of another version', true, `v1a,xyz v1,${standard(NOW)}`],
    ['a good one under another version', false, `v2,${standard(NOW)}`],
    ['none', false, ''],
    ['spaces', false, '   '],
    ['a name without a signature', false, 'v1,'],
    ['half of one', false, `v1,${standard(NOW).slice(0, 20)}`],
    ['one in hex', false, `v1,${Buffer.from(standard(NOW), 'base64').toString('hex')}`],
    ['one without its name', false, standard(NOW)],
    ['a thousand bad ones', false, `v1,${standard(NOW + 1)} `.repeat(1_000)],
  ])('%s: %s', (_what, verified, signatures) => {
    expect(verify('standard-webhooks', times('msg_1', NOW, signatures))).toBe(verified);
  });

  test('covers id, time and body', () => {
    const headers = times('msg_1', NOW, `v1,${standard(NOW)}`);
    expect(verify('standard-webhooks', { ...headers, 'webhook-id': 'msg_2' })).toBe(false);
    expect(verify('standard-webhooks', { ...headers, 'webhook-timestamp': String(NOW - 1) })).toBe(false);
    expect(verify('standard-webhooks', headers, { rawBody: Buffer.from('{"amount":13}') })).toBe(false);
    expect(verify('standard-webhooks', headers, { rawBody: Buffer.from('{ "amount":12}') })).toBe(false);
  });

  test.each([['whsec_'], ['whsec_!!!!'], ['!!!'], ['   '], ['ключ']])('a secret that holds no key, %j, lets nobody sign with an empty one', (secret) => {
    expect(verify('standard-webhooks', times('msg_1', NOW, `v1,${standard(NOW, Buffer.alloc(0))}`), { secret })).toBe(false);
  });
});

describe('the time that is signed', () => {
  test.each<[string | number, boolean]>([
    [NOW, true], [NOW - 300, true], [NOW + 300, true], [NOW - 301, false], [NOW + 301, false], [0, false], ['', false], [`${NOW}.0`, false], [`+${NOW}`, false], [`-${NOW}`, false],
    [` ${NOW}`, false], ['1e9', false], ['NaN', false], ['Infinity', false], [`0x${NOW.toString(16)}`, false], ['9'.repeat(30), false], [`${NOW}\n`, false],
  ])('%j: %s', (time, verified) => {
    expect(verify('standard-webhooks', times('msg_1', time, `v1,${standard(time)}`))).toBe(verified);
    expect(verify('slack', { 'x-slack-request-timestamp': String(time), 'x-slack-signature': `v0=${hex(`v0:${time}:`, rawBody)}` })).toBe(verified);
  });

  test('may be as far off as the component says', () => {
    const headers = { 'stripe-signature': `t=${NOW - 900},v1=${hex(`${NOW - 900}.`, rawBody)}` };
    expect([verify('stripe', headers), verify('stripe', headers, { toleranceSeconds: 900 })]).toEqual([false, true]);
  });
});

describe('stripe', () => {
  const good = hex(`${NOW}.`, rawBody);
  test.each<[string, boolean, string]>([
    ['as Stripe writes it', true, `t=${NOW},v1=${good}`],
    ['with spaces and an old scheme', true, `t=${NOW}, v1=${good}, v0=abc`],
    ['several, one good', true, `t=${NOW},v1=${'0'.repeat(64)},v1=${good}`],
    ['a second time does not count', false, `t=${NOW - 9_000},t=${NOW},v1=${good}`],
    ['under v0 alone', false, `t=${NOW},v0=${good}`],
    ['without a time', false, `v1=${good}`],
    ['nothing', false, ''],
    ['commas', false, ',,,,'],
    ['no value', false, `t=${NOW},v1=`],
  ])('%s: %s', (_what, verified, header) => {
    expect(verify('stripe', { 'stripe-signature': header })).toBe(verified);
  });
});

test.each<[string, boolean, string]>([
  ['as GitHub writes it', true, `sha256=${hex(rawBody)}`],
  ['of SHA-1', false, `sha1=${createHmac('sha1', text).update(rawBody).digest('hex')}`],
  ['without its name', false, hex(rawBody)],
  ['empty', false, 'sha256='],
  ['in Base64', false, `sha256=${Buffer.from(hex(rawBody), 'hex').toString('base64')}`],
  ['two, as two headers of a name arrive', false, `sha256=${'0'.repeat(64)}, sha256=${hex(rawBody)}`],
])('github %s: %s', (_what, verified, header) => {
  expect(verify('github', { 'x-hub-signature-256': header })).toBe(verified);
});

test('no scheme takes, or throws for, whatever else a sender sends', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constant(undefined), fc.array(fc.string()), fc.constantFrom('v1,', 'v0=', 't=,v1=', 'sha256=', `t=${NOW},v1=`));
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-hub-signature-256', 'stripe-signature', 'x-slack-signature', 'x-slack-request-timestamp', 'x-signature'];
  fc.assert(fc.property(fc.constantFrom(...Object.keys(SIGNATURE_SCHEMES)), fc.array(anything, { minLength: names.length, maxLength: names.length }), (scheme, values) =>
    !verify(scheme, Object.fromEntries(names.map((name, index) => [name, values[index]])))));
});
