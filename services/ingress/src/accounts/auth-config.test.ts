import { expect, test } from '@jest/globals';
import { readEnv } from '@workflow/service-runtime';
import { readAuthConfig, type AuthConfig } from './auth-config.ts';

const AUTH_SECRET = 's'.repeat(32);

async function read(env: Record<string, string>): Promise<AuthConfig> {
  const reader = readEnv({ AUTH_SECRET, ...env });
  const config = await readAuthConfig(reader);
  reader.finish();
  return config;
}

test('takes no first admin and no proxies when none are named', async () => {
  expect(await read({})).toMatchObject({ firstAdmin: null, trustedProxies: [], signInMaxFailures: 5 });
});

test('takes a first admin', async () => {
  const { firstAdmin } = await read({ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'long enough' });
  expect(firstAdmin).toEqual({
    email: 'a@example.com',
    password: 'long enough',
    organizationName: 'My organization',
  });
});

test.each(['10.0.0.0/8', '192.0.2.1', '::1', 'fd00::/8', 'loopback'])('trusts the proxy %s', async (proxy) => {
  expect((await read({ TRUSTED_PROXIES: `${proxy}, 127.0.0.1` })).trustedProxies).toEqual([proxy, '127.0.0.1']);
});

test.each([
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET must be at least 32'],
  [{ AUTH_SECRET: '' }, 'AUTH_SECRET is required'],
  [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_PASSWORD must be'],
  [{ ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL must be'],
  [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL must be'],
  [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have'],
  [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'password1' }, 'ADMIN_PASSWORD is on the list'],
  [{ TRUSTED_PROXIES: 'everyone' }, 'TRUSTED_PROXIES must be'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be'],
])('%j stops the start and names the variable', async (env, message) => {
  await expect(read(env as Record<string, string>)).rejects.toThrow(message);
});
