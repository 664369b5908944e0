import { createHmac, generateKeyPairSync, sign as signRaw, type KeyObject } from 'node:crypto';
import { runComponent, testedFile } from '@workflow/component-kit/testing';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { describe, expect, test } from '@jest/globals';
import { CompactSign, SignJWT, UnsecuredJWT } from 'jose';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const pem = (key: KeyObject) =>
  key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }) as string;
const shared = 'a shared text that is long enough';
/** Encodes a value in ASN.1, with two bytes for its length. */
const asn1 = (tag: number, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, 0x82, bytes.length >> 8, bytes.length & 0xff]), bytes]);
};
/** Returns the bytes of a number without zeros at the beginning, which a JSON Web Key may have and DER may not. */
function withoutZeros(base64url: string): Buffer {
  const hex = Buffer.from(base64url, 'base64url').toString('hex');
  return Buffer.from(hex.replace(/^(?:00)+(?=..)/, ''), 'hex');
}

/** Returns an RSA key with other numbers, some of which have this many bytes (RFC 8017 §A.1.2). OpenSSL reads it. */
function rsaWith(bytesOf: Record<string, number>): string {
  const numbers: Record<string, unknown> = { ...rsa.privateKey.export({ format: 'jwk' }), version: 'AA' };
  const integers = ['version', 'n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'].map((name) => {
    const bytes = bytesOf[name];
    const number = bytes === undefined ? withoutZeros(String(numbers[name])) : Buffer.alloc(bytes, 0xff);
    return asn1(0x02, Buffer.alloc(number[0]! >> 7), number);
  });
  const lines = asn1(0x30, ...integers)
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return `-----BEGIN RSA PRIVATE KEY-----\n${lines}\n-----END RSA PRIVATE KEY-----`;
}
const secrets: Record<string, string> = {
  shared,
  rsa: pem(rsa.privateKey),
  'rsa-public': pem(rsa.publicKey),
  ec: pem(ec.privateKey),
  'ec-public': pem(ec.publicKey),
  ed: JSON.stringify(ed.privateKey.export({ format: 'jwk' })),
  'ed-public': JSON.stringify(ed.publicKey.export({ format: 'jwk' })),
  small: pem(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey),
  large: rsaWith({ n: 1_100 }),
  long: rsaWith({ p: 8_000, dp: 8_000 }),
  none: 'no key at all',
};

const run = async (config: JsonObject, placeholders: JsonObject = {}) => {
  const file = testedFile(1, 'a.txt', 'text/plain', 'abc');
  return runComponent(
    { descriptor, runner },
    config,
    { file: file.value, ...placeholders },
    {
      answers: { secrets, files: [file] },
    },
  );
};
async function outputOf(config: JsonObject, placeholders?: JsonObject): Promise<Json> {
  const { outcome } = await run(config, placeholders);
  if (outcome.kind !== 'succeeded') throw new Error(JSON.stringify(outcome));
  return outcome.output;
}
const failureOf = async (config: JsonObject, placeholders?: JsonObject) => (await run(config, placeholders)).outcome;

const ABC_SHA256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test.each<[string, JsonObject, string]>([
  ['a text', { data: 'abc' }, ABC_SHA256],
  ['a file', { data: '{{ file }}' }, ABC_SHA256],
  ['in another encoding', { data: 'abc', encoding: 'base64url' }, Buffer.from(ABC_SHA256, 'hex').toString('base64url')],
  [
    'by another algorithm',
    { data: '', algorithm: 'sha512', encoding: 'base64' },
    'z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  ],
  // RFC 3174 and RFC 1321.
  ['by sha1', { data: 'abc', algorithm: 'sha1' }, 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['by md5', { data: 'abc', algorithm: 'md5' }, '900150983cd24fb0d6963f7d28e17f72'],
  [
    'a file by md5, as Content-MD5',
    { data: '{{ file }}', algorithm: 'md5', encoding: 'base64' },
    'kAFQmDzST7DWlj99KOF/cg==',
  ],
])('hashes %s', async (_name, config, expected) => {
  expect(await outputOf({ operation: 'hash', ...config })).toBe(expected);
});

test.each(['sha1', 'md5'])('computes an HMAC by %s', async (algorithm) => {
  const expected = createHmac(algorithm, shared).update('abc').digest('hex');
  expect(await outputOf({ operation: 'hmac', data: 'abc', secret: 'shared', algorithm })).toBe(expected);
});

test('computes an HMAC with a shared key', async () => {
  const expected = createHmac('sha512', shared).update('abc').digest('hex');
  expect(await outputOf({ operation: 'hmac', data: 'abc', secret: 'shared', algorithm: 'sha512' })).toBe(expected);
});

test('makes random texts', async () => {
  const texts = await Promise.all([1, 2].map(() => outputOf({ operation: 'random', bytes: 10 })));
  expect(texts).toEqual([expect.stringMatching(/^[\da-f]{20}$/), expect.stringMatching(/^[\da-f]{20}$/)]);
  expect(texts[0]).not.toBe(texts[1]);
});

test.each([
  ['HS256', 'shared', 'shared'],
  ['RS256', 'rsa', 'rsa-public'],
  ['PS512', 'rsa', 'rsa-public'],
  ['ES256', 'ec', 'ec-public'],
  ['EdDSA', 'ed', 'ed-public'],
])('signs by %s and verifies it, and no other data', async (algorithm, secret, verifying) => {
  const signature = await outputOf({ operation: 'sign', data: 'abc', algorithm, secret, encoding: 'base64' });
  const verify = { operation: 'verify', algorithm, secret: verifying, encoding: 'base64', signature };
  expect(await outputOf({ ...verify, data: '{{ file }}' })).toBe(true);
  expect(await outputOf({ ...verify, data: 'abd' })).toBe(false);
  expect(await outputOf({ ...verify, data: 'abc', signature: 'not base64!' })).toBe(false);
});

test('takes a signature by an elliptic curve in DER', async () => {
  const signature = signRaw('sha256', Buffer.from('abc'), ec.privateKey).toString('hex');
  expect(await outputOf({ operation: 'verify', algorithm: 'ES256', secret: 'ec-public', data: 'abc', signature })).toBe(
    true,
  );
});

test.each([
  ['a public key as a shared text', 'HS256', 'rsa-public', 'shared text'],
  ['a key of another kind', 'RS256', 'ec', 'does not work with RS256'],
  ['a curve of another length', 'ES512', 'ec', 'does not work with ES512'],
  ['a public key to sign with', 'RS256', 'rsa-public', 'no readable private key'],
  ['a small key', 'RS256', 'small', '2048 bits'],
  ['a large key', 'RS256', 'large', '8192 bits'],
  ['a key with long factors', 'RS256', 'long', 'too long'],
  ['no key', 'EdDSA', 'none', 'neither a PEM key'],
])('%s is refused, and not shown', async (_name, algorithm, secret, words) => {
  const outcome = await failureOf({ operation: 'sign', data: 'abc', algorithm, secret });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'CONFIG_INVALID', message: expect.stringContaining(words) });
  expect(JSON.stringify(outcome)).not.toContain(secrets[secret]!.slice(30, 60) || 'at all');
});

describe('JSON Web Tokens', () => {
  const signing = {
    operation: 'jwt-sign',
    algorithm: 'EdDSA',
    secret: 'ed',
    payload: { sub: '{{ who }}', admin: false },
  };
  const verifying = { operation: 'jwt-verify', algorithm: 'EdDSA', secret: 'ed-public', token: '{{ token }}' };
  const verified = (token: string, more: JsonObject = {}) => failureOf({ ...verifying, ...more }, { token });

  test('are signed with claims, and verified', async () => {
    const token = await outputOf({ ...signing, issuer: 'us', audience: 'them' }, { who: 'Ada' });
    const claims = await outputOf({ ...verifying, issuer: 'us', audience: 'them' }, { token });
    expect(claims).toMatchObject({ sub: 'Ada', admin: false, iss: 'us', aud: 'them' });
    const { iat, exp } = claims as { iat: number; exp: number };
    expect(exp - iat).toBe(3_600);
  });

  test('long integers in the claims of others keep their digits', async () => {
    const claims = Buffer.from('{"order":820982911946154508,"lines":[{"id":-9007199254740993}],"n":12}');
    const token = await new CompactSign(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(ed.privateKey);
    const expected = { order: '820982911946154508', lines: [{ id: '-9007199254740993' }], n: 12 };
    expect(await outputOf(verifying, { token })).toEqual(expected);
  });

  const signed = (claims: object, key: KeyObject | Uint8Array = ed.privateKey, alg = 'EdDSA') =>
    new SignJWT({ iss: 'us', aud: 'them', ...claims }).setProtectedHeader({ alg }).sign(key);
  const ago = Math.floor(Date.now() / 1_000) - 100;

  test.each<[string, () => Promise<string> | string, JsonObject, string]>([
    ['a long one', () => signed({ data: 'x'.repeat(200_000) }), {}, 'more than 262144 characters'],
    ['an expired one', () => signed({ exp: ago }), {}, 'expired'],
    ['one that is not valid yet', () => signed({ nbf: ago + 1_000 }), {}, 'not valid yet'],
    ['one of another issuer', () => signed({}), { issuer: 'others' }, 'another issuer'],
    ['one for somebody else', () => signed({}), { audience: 'others' }, 'another audience'],
    ['one by another key', () => signed({}, generateKeyPairSync('ed25519').privateKey), {}, 'signature'],
    [
      'one that takes the public key for a shared text',
      () => signed({}, Buffer.from(secrets['ed-public']!), 'HS256'),
      {},
      'not signed with EdDSA',
    ],
    [
      'one that is not signed',
      () => new UnsecuredJWT({ iss: 'us' }).encode(),
      {},
      'not signed with|not a JSON Web Token',
    ],
    ['another text', () => 'abc', {}, 'not a JSON Web Token'],
    ['nothing', () => '', {}, 'not a JSON Web Token'],
  ])('%s is refused', async (_name, token, more, words) => {
    expect(await verified(await token(), more)).toMatchObject({
      ...{ kind: 'failed', code: 'TOKEN_INVALID', retryable: false },
      message: expect.stringMatching(words),
    });
  });
});

test('reports at publishing which fields an operation needs', () => {
  const problems = (config: JsonObject) => descriptor.checkConfig(config).map(({ pointer }) => pointer);
  expect(problems({ operation: 'sign', data: 'a' })).toEqual(['/algorithm', '/secret']);
  expect(problems({ operation: 'jwt-verify', token: 'a', secret: 's', algorithm: 'sha256' })).toEqual(['/algorithm']);
  for (const algorithm of ['sha1', 'md5'])
    expect(problems({ operation: 'verify', data: 'a', secret: 's', signature: 's', algorithm })).toEqual([
      '/algorithm',
    ]);
  expect(problems({ operation: 'hash', data: 'a' })).toEqual([]);
  expect(problems({ operation: 'random' })).toEqual([]);
});

test('refers to the secret, and declares the type of its output', () => {
  expect(descriptor.references({ secret: 'key' })).toMatchObject([{ kind: 'secret', value: 'key' }]);
  const typeOf = (operation: string) => descriptor.outputs({ output: 'o', config: { operation } })[0]?.type;
  expect(['hash', 'verify', 'jwt-verify'].map(typeOf)).toEqual(['TEXT', 'BOOLEAN', 'JSON']);
});
