import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestIngress, type TestIngress } from '../start-test-ingress.ts';
import { cookiesOf, firstAdmin, PASSWORD, signIn } from './people.ts';

let ingress: TestIngress;

beforeAll(async () => {
  ingress = await startTestIngress();
  await firstAdmin(ingress);
});

afterAll(() => ingress?.stop());

test('signing in often is no failure', async () => {
  for (let n = 0; n < 8; n += 1) expect((await signIn(ingress, 'admin@example.com')).status).toBe(200);
});

test('wrong passwords are refused up to the limit; then every password is refused as too many attempts', async () => {
  const { signInMaxFailures } = ingress.context.config.auth;
  const answers = await Promise.all(
    Array.from({ length: signInMaxFailures + 3 }, () => signIn(ingress, 'admin@example.com', 'wrong password')),
  );
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(signInMaxFailures);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  const right = await signIn(ingress, 'admin@example.com', PASSWORD, {
    'x-forwarded-for': '192.0.2.1',
    'x-workflow-client-address': '192.0.2.1',
  });
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
});

describe('tries behind a trusted proxy', () => {
  // Behind a trusted proxy each request has the address that the proxy names.
  let proxied: TestIngress;
  let device: string;
  beforeAll(async () => {
    proxied = await startTestIngress({
      config: {
        auth: { trustedProxies: ['loopback'], signInMaxFailuresPerAccount: 6, signInMaxFailuresPerAddress: 3 },
      },
    });
    await firstAdmin(proxied);
  });
  afterAll(() => proxied?.stop());

  const from = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}` });
  const attempt = (n: number, password: string, headers = {}) =>
    signIn(proxied, 'admin@example.com', password, { ...from(n), origin: proxied.url, ...headers });

  test('for one account from many addresses are refused together, but those of a known device are not', async () => {
    device = cookiesOf(await attempt(100, PASSWORD));
    const statuses: number[] = [];
    for (let n = 1; n <= 8; n += 1) statuses.push((await attempt(n, `guess number ${n}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    expect((await attempt(50, PASSWORD)).status).toBe(429);
    expect((await attempt(51, PASSWORD, { cookie: device })).status).toBe(200);
    expect(
      (await attempt(52, PASSWORD, { cookie: device.replaceAll(/known_device=[^.]+/g, 'known_device=x') })).status,
    ).toBe(429);
  });

  test('for one account do not reach another one, and a known device guesses no more than others', async () => {
    expect((await signIn(proxied, 'other@example.com', 'any guess', from(60))).status).toBe(401);
    const statuses: number[] = [];
    for (let n = 1; n <= 7; n += 1) statuses.push((await attempt(n, `guess number ${n}`, { cookie: device })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('for many accounts from one address are refused together, but those of another address are not', async () => {
    const guess = async (account: number, address: number): Promise<number> =>
      (await signIn(proxied, `person-${account}@example.com`, 'any guess', from(address))).status;
    const statuses: number[] = [];
    for (let account = 1; account <= 5; account += 1) statuses.push(await guess(account, 70));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(await guess(6, 71)).toBe(401);
  });
});

test('an unknown e-mail address is refused like a wrong password, and other users are not affected', async () => {
  const wrong = await signIn(ingress, 'other@example.com', 'wrong password');
  expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
});
