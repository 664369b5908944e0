import { beforeAll, describe, expect, test } from '@jest/globals';
import { totpCode } from '@workflow/test-harness';
import {
  asPerson,
  cookiesOf,
  firstAdmin,
  invite,
  PASSWORD,
  person,
  signIn,
  type Person,
} from '../management/people.ts';
import { useTestIngress, type TestAnswer } from '../start-test-ingress.ts';

const ingress = useTestIngress({
  config: { auth: { signInMaxFailures: 100, signInMaxFailuresPerAddress: 1_000 } },
});
let admin: Person;

beforeAll(async () => {
  admin = await firstAdmin(ingress);
});

interface Factor {
  uri: string;
  backupCodes: string[];
  /** Signed in, with the factor set up. */
  person: Person;
}

function withCookies(email: string, cookie: string): Person {
  return {
    email,
    cookie,
    request: (method, path, body, headers) => asPerson(ingress, cookie, method, path, body, headers),
  };
}

async function setUpFactor(by: Person): Promise<Factor> {
  const begun = await by.request('POST', '/api/auth/two-factor/enable', { password: PASSWORD });
  expect(begun.status).toBe(200);
  const { totpURI: uri, backupCodes } = begun.body;
  const done = await by.request('POST', '/api/auth/two-factor/verify-totp', { code: totpCode(uri) });
  expect(done.status).toBe(200);
  return { uri, backupCodes, person: withCookies(by.email, cookiesOf(done)) };
}

/** The password was right: the cookie that waits for a code. */
async function halfSignedIn(email: string): Promise<Person> {
  const answer = await signIn(ingress, email);
  expect([answer.status, answer.body]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ['totp'] }]);
  return withCookies(email, cookiesOf(answer));
}

const verify = (by: Person, code: string, more = {}): Promise<TestAnswer> =>
  by.request('POST', '/api/auth/two-factor/verify-totp', { code, ...more });

describe('a person with a second factor', () => {
  let factor: Factor;
  let older: Person;
  beforeAll(async () => {
    const member = await invite(ingress, admin, 'two@example.com');
    older = await person(ingress, 'two@example.com');
    factor = await setUpFactor(member);
  });

  test('is signed out where the password alone had signed them in', async () => {
    expect((await older.request('GET', '/v1/caller')).status).toBe(401);
    expect((await factor.person.request('GET', '/v1/account')).body).toMatchObject({ hasSecondFactor: true });
  });

  test('is not signed in by the password alone', async () => {
    const half = await halfSignedIn('two@example.com');
    for (const path of ['/v1/caller', '/v1/account', '/v1/account/sign-ins'])
      expect((await half.request('GET', path)).status).toBe(401);
    expect((await half.request('GET', '/api/auth/get-session')).body).toBeNull();
  });

  test('signs in with a code, which nobody can use again', async () => {
    const [half, overheard] = [await halfSignedIn('two@example.com'), await halfSignedIn('two@example.com')];
    const code = totpCode(factor.uri, 1);
    const done = await verify(half, code, { trustDevice: true });
    expect(done.status).toBe(200);
    expect(done.headers.getSetCookie().join()).not.toContain('trust_device');
    expect((await withCookies('two@example.com', cookiesOf(done)).request('GET', '/v1/caller')).status).toBe(200);
    const again = await verify(overheard, code);
    expect([again.status, again.body.message]).toEqual([401, 'This code was used already; wait for the next one']);
    // A trusted device would skip the code from now on.
    expect(
      (await signIn(ingress, 'two@example.com', PASSWORD, { cookie: cookiesOf(done), origin: ingress.url })).body,
    ).toMatchObject({ twoFactorRedirect: true });
  });

  test('signs in with each backup code once', async () => {
    const [code] = factor.backupCodes;
    const use = async () =>
      (await halfSignedIn('two@example.com')).request('POST', '/api/auth/two-factor/verify-backup-code', { code });
    const first = await use();
    expect(first.status).toBe(200);
    expect((await withCookies('two@example.com', cookiesOf(first)).request('GET', '/v1/caller')).status).toBe(200);
    expect((await use()).status).toBe(401);
  });

  test('guesses few codes, also over many sign-ins', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const half = await halfSignedIn('two@example.com');
      for (let guess = 0; guess < 4; guess += 1)
        statuses.push((await verify(half, String(100_000 + n * 10 + guess))).status);
    }
    expect(statuses).not.toContain(200);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
  });

  test('is asked for the password to give it up, and its secret is in no answer and no log line', async () => {
    const wrong = await factor.person.request('POST', '/api/auth/two-factor/disable', { password: 'a wrong one' });
    expect(wrong.status).toBe(400);
    expect(
      (await factor.person.request('POST', '/api/auth/two-factor/get-totp-uri', { password: PASSWORD })).status,
    ).toBe(404);
    const secret = new URL(factor.uri).searchParams.get('secret') ?? 'none';
    expect(ingress.log.join('\n')).not.toContain(secret);
    const done = await factor.person.request('POST', '/api/auth/two-factor/disable', { password: PASSWORD });
    expect(done.status).toBe(200);
    expect((await signIn(ingress, 'two@example.com')).body.user.email).toBe('two@example.com');
  });
});

test('every step of a sign-in is a line in the log, without password and code', async () => {
  const from = ingress.log.length;
  await signIn(ingress, 'nobody@example.com', 'the wrong password');
  await signIn(ingress, 'a password in the wrong field', 'the wrong password');
  await signIn(ingress, 'admin@example.com');
  const lines = ingress.log.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
  const steps = lines
    .filter((line) => line['msg'] === 'sign-in')
    .map(({ factor, outcome, email }) => [factor, outcome, email]);
  expect(steps).toEqual([
    ['password', 'refused', 'nobody@example.com'],
    ['password', 'refused', undefined],
    ['password', 'accepted', 'admin@example.com'],
  ]);
  expect(ingress.log.slice(from).join('\n')).not.toMatch(/wrong (password|field)/);
});

describe('an organization that requires a second factor', () => {
  let member: Person;
  beforeAll(async () => {
    member = await invite(ingress, admin, 'required@example.com');
    admin = (await setUpFactor(admin)).person;
    await admin.request('PUT', '/v1/organization/security', { requireSecondFactor: true });
  });

  test('is closed to members without one, until they have set it up', async () => {
    const message = 'Your organization requires a second factor. Set one up to continue';
    for (const [method, path, body] of [
      ['GET', '/v1/workflows'],
      ['GET', '/v1/caller'],
      ['POST', '/v1/workflows', { name: 'x' }],
      ['GET', '/api/auth/organization/list-members'],
      ['POST', '/api/auth/organization/create', { name: 'x', slug: 'x' }],
    ] as const) {
      const answer = await member.request(method, path, body);
      expect([path, answer.status, answer.body.message]).toEqual([path, 403, message]);
    }
    expect((await member.request('GET', '/v1/account')).body).toMatchObject({
      hasSecondFactor: false,
      secondFactorRequired: true,
    });
    const ready = await setUpFactor(member);
    expect((await ready.person.request('GET', '/v1/workflows')).status).toBe(200);
    const without = await ready.person.request('POST', '/api/auth/two-factor/disable', { password: PASSWORD });
    const again = withCookies(member.email, cookiesOf(without));
    expect((await again.request('GET', '/v1/workflows')).status).toBe(403);
  });

  test('is set by admins only, not by keys, and is in the audit log', async () => {
    const { body: key } = await admin.request('POST', '/v1/organization/api-keys', { name: 'all', scopes: ['manage'] });
    const byKey = await ingress.request('PUT', '/v1/organization/security', {
      body: { requireSecondFactor: false },
      headers: { 'x-api-key': key.key, 'content-type': 'application/json' },
    });
    expect([byKey.status, byKey.body.message]).toEqual([403, 'API keys cannot do this; sign in instead']);
    const shown = await ingress.request('GET', '/v1/organization/security', { headers: { 'x-api-key': key.key } });
    expect(shown.body).toEqual({ requireSecondFactor: true });
    const { body: log } = await admin.request('GET', '/v1/organization/audit-log');
    expect(log.items.find((entry: { action: string }) => entry.action === 'organization.security')).toMatchObject({
      actor: { name: 'admin@example.com' },
      detail: { requireSecondFactor: true },
    });
    expect((await admin.request('PUT', '/v1/organization/security', { requireSecondFactor: 'no' })).status).toBe(400);
  });
});
