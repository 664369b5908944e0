import { generateKeyPairSync } from 'node:crypto';
import { createLocalJWKSet } from 'jose';
import { MEGABYTES, type Reader } from '../../../../test/scaling/reader.ts';
import { testReaders } from '../../../../test/scaling/test-readers.ts';
import { parseObject } from '../../src/accounts/oidc/issuer-requests.ts';
import { mergeClaims, readPerson, readRole, valuesOf, type Claims } from '../../src/accounts/oidc/read-claims.ts';
import { readDiscovery } from '../../src/accounts/oidc/read-discovery.ts';
import { verifyIdToken } from '../../src/accounts/oidc/verify-id-token.ts';

/** Reads discovery documents, ID tokens and userinfo whose texts are hostile. */

const ISSUER = 'https://login.example.com';
const DISCOVERY = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
  userinfo_endpoint: `${ISSUER}/userinfo`,
  end_session_endpoint: `${ISSUER}/end`,
};
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const keys = createLocalJWKSet({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] });
const metadata = { discovery: readDiscovery(DISCOVERY, ISSUER), keys, readAt: 0 } as never;
const expected = { clientId: 'workflows', nonce: 'nonce' };
const roles = { claim: 'a.groups', adminValues: ['admin'], memberValues: ['member'] };

/** A refusal is a result as well. */
async function attempt(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch {
    // Refused.
  }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEAD = encode({ alg: 'RS256', kid: 'one' });
const verify = (token: string) => attempt(() => verifyIdToken(metadata, token, expected));

const CLAIMS: readonly [name: string, claims: (text: string) => Claims][] = [
  ['email', (text) => ({ email: text, email_verified: true })],
  ['address', (text) => ({ email: `${text}@${text}`, email_verified: text })],
  ['name', (text) => ({ email: 'a@example.com', name: text, given_name: text, preferred_username: text })],
  ['groups', (text) => ({ a: { groups: [text, [text]] } })],
  ['a name', (text) => ({ [text]: text })],
];

const READERS: readonly Reader[] = [
  ['issuer-requests.ts', 'an answer', MEGABYTES, parseObject],
  ...Object.keys(DISCOVERY).map((name): Reader => [
    'read-discovery.ts',
    name,
    MEGABYTES,
    (text) => attempt(() => readDiscovery({ ...DISCOVERY, [name]: text }, ISSUER)),
  ]),
  ...CLAIMS.map(([name, claims]): Reader => [
    'read-claims.ts',
    name,
    MEGABYTES,
    (text) => [
      readPerson(claims(text)),
      readRole(claims(text), roles),
      mergeClaims({ sub: '1', email: text }, claims(text)),
    ],
  ]),
  ['read-claims.ts', 'the setting', 500, (text) => valuesOf({ a: { b: { groups: 'x' } } }, text)],
  ['verify-id-token.ts', 'a token', MEGABYTES, verify],
  ['verify-id-token.ts', 'a head', MEGABYTES, (text) => verify(`${encode({ alg: text, kid: text })}.e30.AAAA`)],
  ['verify-id-token.ts', 'claims', MEGABYTES, (text) => verify(`${HEAD}.${encode({ sub: text, aud: text })}.AAAA`)],
  ['verify-id-token.ts', 'a signature', MEGABYTES, (text) => verify(`${HEAD}.e30.${text}`)],
];

testReaders('reads', READERS, 'quick');
