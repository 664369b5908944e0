import { expect, test } from '@jest/globals';
import { isAddressAllowed } from '@workflow/outbound';
import { readEnv } from '@workflow/service-runtime';
import { readOidcConfig, type OidcConfig } from './oidc-config.ts';

const ISSUER = { OIDC_ISSUER: 'https://login.example.com/', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };

function read(env: Record<string, string>): OidcConfig | null {
  const reader = readEnv(env);
  const config = readOidcConfig(reader);
  reader.finish();
  return config;
}

test('without an issuer there is no sign-in by it', () => {
  expect(read({})).toBeNull();
  expect(read({ OIDC_ISSUER: '', OIDC_ONLY: '', OIDC_SESSION_HOURS: '' })).toBeNull();
});

test('has defaults', () => {
  expect(read(ISSUER)).toMatchObject({
    issuer: 'https://login.example.com',
    scopes: ['openid', 'email', 'profile'],
    label: 'Single sign-on',
    organization: null,
    roles: null,
    only: false,
    sessionMs: 12 * 3_600_000,
    signInsPerMinute: 300,
    timeoutMs: 10_000,
  });
});

test('reads lists with commas', () => {
  const roles = { OIDC_ROLE_CLAIM: 'groups', OIDC_ADMIN_VALUES: 'a, b c ,', OIDC_MEMBER_VALUES: 'd' };
  expect(read({ ...ISSUER, ...roles })?.roles).toEqual({
    claim: 'groups',
    adminValues: ['a', 'b c'],
    memberValues: ['d'],
  });
});

test.each([
  ['http://127.0.0.1:9000', '127.0.0.1', '127.0.0.1'],
  ['http://[::1]:9000', '::1', '[::1]'],
  ['https://login.corp.example/realms/a', '10.1.2.3', 'login.corp.example'],
])('the issuer %s may have a private address, others not', (issuer, address, hostname) => {
  const allowed = read({ ...ISSUER, OIDC_ISSUER: issuer })!.allowed;
  expect(isAddressAllowed(address, hostname, allowed)).toBe(true);
  expect(isAddressAllowed('10.9.9.9', 'metadata.corp.example', allowed)).toBe(false);
});

test.each([
  [{ OIDC_ISSUER: 'login.example.com' }, ['OIDC_ISSUER must be an absolute URL']],
  [{ OIDC_ISSUER: 'https://login.example.com' }, ['OIDC_CLIENT_ID is required', 'OIDC_CLIENT_SECRET is required']],
  [{ OIDC_CLIENT_ID: 'id', OIDC_ONLY: 'true' }, ['OIDC_CLIENT_ID must not be set without', 'OIDC_ONLY must not be']],
  [{ ...ISSUER, OIDC_SCOPES: 'email' }, ['OIDC_SCOPES must contain openid']],
  [{ ...ISSUER, OIDC_ROLE_CLAIM: 'groups' }, ['OIDC_MEMBER_VALUES or OIDC_ADMIN_VALUES must be set']],
  [{ ...ISSUER, OIDC_ADMIN_VALUES: 'a' }, ['OIDC_ROLE_CLAIM must be set']],
  [{ ...ISSUER, OIDC_ORGANIZATION: 'My organization' }, ['OIDC_ORGANIZATION must be the slug']],
  [{ ...ISSUER, OIDC_SESSION_HOURS: '0' }, ['OIDC_SESSION_HOURS must be an integer']],
  [{ ...ISSUER, OIDC_ONLY: 'perhaps' }, ['OIDC_ONLY must be true or false']],
  [{ ...ISSUER, OIDC_ALLOWED_ADDRESSES: '10.0.0.0/99' }, ['OIDC_ALLOWED_ADDRESSES must list']],
  [
    { ...ISSUER, OIDC_SCOPES: 'email', OIDC_TIMEOUT_MS: 'soon', OIDC_LABEL: 'x'.repeat(61) },
    ['OIDC_SCOPES', 'OIDC_LABEL', 'OIDC_TIMEOUT_MS'],
  ],
])('%j: every problem is named', (env, problems) => {
  for (const problem of problems) expect(() => read(env as Record<string, string>)).toThrow(problem);
});
