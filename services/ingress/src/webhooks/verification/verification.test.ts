import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { webhookSettings, type VerificationSettings } from '../webhook-settings.ts';
import { SIGNATURE_SCHEMES } from './index.ts';

const NOW = 1_800_000_000;
const URL = 'https://flow.example/webhook/1?token=t%3Ai';
const rawBody = Buffer.from('{"amount":12}');
const text = 'a secret of the test';
const standardKey = randomBytes(24);
const standardSecret = `whsec_${standardKey.toString('base64')}`;

const hex = (...parts: (string | Buffer)[]): string =>
  parts.reduce((mac, part) => mac.update(part), createHmac('sha256', text)).digest('hex');
const standard = (time: number | string, key: Buffer = standardKey, id = 'msg_1'): string =>
  createHmac('sha256', key).update(`${id}.${time}.`).update(rawBody).digest('base64');

const verify = (
  scheme: VerificationSettings['scheme'],
  headers: Record<string, string | string[] | undefined>,
  more: { secret?: string; toleranceSeconds?: number; rawBody?: Buffer; url?: string } = {},
): boolean => {
  const {
    secret = scheme === 'standard-webhooks' ? standardSecret : text,
    rawBody: body = rawBody,
    url = URL,
    ...settings
  } = more;
  return SIGNATURE_SCHEMES[scheme]({
    headers,
    method: 'POST',
    urls: [url],
    rawBody: body,
    secret,
    settings: webhookSettings({
      id: 'webhook',
      type: 'webhook',
      config: { verification: { scheme, secret: 'name', ...settings } },
    }).verification!,
    nowSeconds: NOW,
  });
};
const times = (id: string, time: number | string, signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(time),
  'webhook-signature': signature,
});

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

  test.each([['whsec_'], ['whsec_!!!!'], ['!!!'], ['   '], ['ключ']])(
    'a secret that holds no key, %j, lets nobody sign with an empty one',
    (secret) => {
      expect(verify('standard-webhooks', times('msg_1', NOW, `v1,${standard(NOW, Buffer.alloc(0))}`), { secret })).toBe(
        false,
      );
    },
  );
});

describe('the time that is signed', () => {
  test.each<[string | number, boolean]>([
    [NOW, true],
    [NOW - 300, true],
    [NOW + 300, true],
    [NOW - 301, false],
    [NOW + 301, false],
    [0, false],
    ['', false],
    [`${NOW}.0`, false],
    [`+${NOW}`, false],
    [`-${NOW}`, false],
    [` ${NOW}`, false],
    ['1e9', false],
    ['NaN', false],
    ['Infinity', false],
    [`0x${NOW.toString(16)}`, false],
    ['9'.repeat(30), false],
    [`${NOW}\n`, false],
  ])('%j: %s', (time, verified) => {
    expect(verify('standard-webhooks', times('msg_1', time, `v1,${standard(time)}`))).toBe(verified);
    expect(
      verify('slack', {
        'x-slack-request-timestamp': String(time),
        'x-slack-signature': `v0=${hex(`v0:${time}:`, rawBody)}`,
      }),
    ).toBe(verified);
  });

  test('may be as far off as the component allows', () => {
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

test('standard-webhooks under svix-* names, but not with names of both families', () => {
  const signature = `v1,${standard(NOW)}`;
  const svix = { 'svix-id': 'msg_1', 'svix-timestamp': String(NOW), 'svix-signature': signature };
  expect(verify('standard-webhooks', svix)).toBe(true);
  expect(verify('standard-webhooks', { ...svix, 'svix-id': 'msg_2' })).toBe(false);
  expect(verify('standard-webhooks', { ...svix, 'svix-timestamp': String(NOW - 9_000) })).toBe(false);
  expect(verify('standard-webhooks', { ...svix, 'svix-id': undefined, 'webhook-id': 'msg_1' })).toBe(false);
});

describe('schemes that sign more than the body', () => {
  const mac = (algorithm: string, ...parts: (string | Buffer)[]): Buffer =>
    parts.reduce((all, part) => all.update(part), createHmac(algorithm, text)).digest();
  const keys = generateKeyPairSync('ed25519');
  const publicKey = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x as string, 'base64url').toString('hex');
  const form = Buffer.from('To=%2B1&From=b+c&To=%2B0&To=%2B1&a=');
  const sha256 = createHash('sha256').update(rawBody).digest('hex');
  const withDigest = `${URL}&bodySHA256=${sha256}`;
  const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
  const at = new Date(NOW * 1_000).toISOString();
  type More = Parameters<typeof verify>[2];

  const requests: [VerificationSettings['scheme'], string, boolean, Record<string, string>, More?][] = [
    ['zoom', 'in time', true, zoomHeaders(NOW)],
    ['zoom', 'too late', false, zoomHeaders(NOW - 301)],
    ['zoom', 'for another time', false, { ...zoomHeaders(NOW), 'x-zm-request-timestamp': String(NOW + 1) }],
    ['square', 'of the URL and body', true, { 'x-square-hmacsha256-signature': base64('sha256', URL, rawBody) }],
    ['square', 'of the body alone', false, { 'x-square-hmacsha256-signature': base64('sha256', rawBody) }],
    ['hubspot', 'in time', true, hubspotHeaders(URL, NOW * 1_000)],
    ['hubspot', 'of a URL that was decoded', true, hubspotHeaders(URL.replace('%3A', ':'), NOW * 1_000)],
    ['hubspot', 'of another URL', false, hubspotHeaders(`${URL}x`, NOW * 1_000)],
    ['hubspot', 'too late', false, hubspotHeaders(URL, (NOW - 301) * 1_000)],
    ['hubspot', 'in seconds', false, hubspotHeaders(URL, NOW)],
    ['twilio', 'a form', true, { ...FORM, ...twilioHeaders(`${URL}Fromb cTo+0To+1a`) }, { rawBody: form }],
    ['twilio', 'a form, unsorted', false, { ...FORM, ...twilioHeaders(`${URL}To+1Fromb c`) }, { rawBody: form }],
    ['twilio', 'a digest in the URL', true, twilioHeaders(withDigest), { url: withDigest }],
    ['twilio', 'a digest of another body', false, twilioHeaders(withDigest), { url: withDigest, rawBody: form }],
    ['twilio', 'a body that nothing signs', false, twilioHeaders(URL)],
    ['twilio', 'no body', true, twilioHeaders(URL), { rawBody: Buffer.alloc(0) }],
    ['discord', 'by its key', true, discordHeaders(NOW), { secret: publicKey }],
    ['discord', 'by its key, too late', false, discordHeaders(NOW - 301), { secret: publicKey }],
    ['discord', 'of another body', false, discordHeaders(NOW), { secret: publicKey, rawBody: form }],
    ['discord', 'an invalid key', false, discordHeaders(NOW), { secret: 'f'.repeat(64) }],
    ['discord', 'a key that is too short', false, discordHeaders(NOW), { secret: 'abcd' }],
    ['twitch', 'in time', true, twitchHeaders(at)],
    ['twitch', 'too late', false, twitchHeaders(new Date((NOW - 301) * 1_000).toISOString())],
    ['twitch', 'with an invalid time', false, twitchHeaders('yesterday')],
  ];
  test.each(requests)('%s: %s: %s', (...[scheme, _what, verified, headers, more]) => {
    expect(verify(scheme, headers, more)).toBe(verified);
  });

  function base64(algorithm: string, ...parts: (string | Buffer)[]): string {
    return mac(algorithm, ...parts).toString('base64');
  }
  function zoomHeaders(time: number) {
    return { 'x-zm-request-timestamp': String(time), 'x-zm-signature': `v0=${hex(`v0:${time}:`, rawBody)}` };
  }
  function hubspotHeaders(url: string, time: number) {
    const signature = base64('sha256', 'POST', url, rawBody, String(time));
    return { 'x-hubspot-request-timestamp': String(time), 'x-hubspot-signature-v3': signature };
  }
  function twilioHeaders(signed: string) {
    return { 'x-twilio-signature': base64('sha1', signed) };
  }
  function discordHeaders(time: number) {
    const signature = sign(null, Buffer.concat([Buffer.from(String(time)), rawBody]), keys.privateKey).toString('hex');
    return { 'x-signature-timestamp': String(time), 'x-signature-ed25519': signature };
  }
  function twitchHeaders(time: string) {
    return {
      'twitch-eventsub-message-id': 'm1',
      'twitch-eventsub-message-timestamp': time,
      'twitch-eventsub-message-signature': `sha256=${hex('m1', time, rawBody)}`,
    };
  }
});

// The unit `binary` of fast-check first builds a map of all 1,114,112 characters, which takes seconds.
const anyCharacter = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  fc.nat(0x10_ff_ff).map((code) => String.fromCodePoint(code)),
);

test('no scheme takes, or throws for, whatever else a sender sends', () => {
  const anything = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.constant(undefined),
    fc.array(fc.string()),
    fc.constantFrom('v1,', 'v0=', 't=,v1=', 'sha256=', `t=${NOW},v1=`),
  );
  const names = [
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'x-hub-signature-256',
    'stripe-signature',
    'x-slack-signature',
    'x-slack-request-timestamp',
    'x-signature',
    'svix-id',
    'x-zm-signature',
    'x-zm-request-timestamp',
    'x-twilio-signature',
    'x-square-hmacsha256-signature',
    'x-hubspot-signature-v3',
    'x-hubspot-request-timestamp',
    'x-signature-ed25519',
    'x-signature-timestamp',
    'twitch-eventsub-message-signature',
    'twitch-eventsub-message-timestamp',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(SIGNATURE_SCHEMES) as (keyof typeof SIGNATURE_SCHEMES)[])),
      fc.array(anything, { minLength: names.length, maxLength: names.length }),
      (scheme, values) => !verify(scheme, Object.fromEntries(names.map((name, index) => [name, values[index]]))),
    ),
  );
});
