import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { beginVisit, openIssuerLab, query, type IssuerLab } from './issuer-visits.ts';
import { asPerson, cookiesOf, signIn } from './people.ts';
import { PASSWORD, PASSWORD_HASH } from './known-password.ts';

const HOUR_MS = 3_600_000;

let lab: IssuerLab;
let adminId: string;

beforeAll(async () => {
  lab = await openIssuerLab({
    OIDC_ONLY: 'true',
    OIDC_LABEL: 'Sign in with Acme',
    OIDC_SESSION_HOURS: '2',
    OIDC_SIGN_INS_PER_MINUTE: '120',
  });
  const { people } = lab.ingress.context.store.management;
  await people.createFirstAdmin({
    organizationName: 'First',
    name: 'Admin',
    email: 'admin@example.com',
    passwordHash: PASSWORD_HASH,
  });
  lab.issuer.people.set('root', { email: 'admin@example.com', email_verified: true, name: 'Admin' });
  adminId = (await (await lab.visit('root')).request('GET', '/v1/account')).body.id;
});
afterAll(() => lab?.stop());

test('the sign-in page learns what to show', async () => {
  expect((await lab.ingress.request('GET', '/v1/setup')).body).toEqual({
    needed: false,
    sendsMail: false,
    acceptsPasswords: false,
    oidcLabel: 'Sign in with Acme',
  });
});

test('no password is accepted or set', async () => {
  expect((await signIn(lab.ingress, 'admin@example.com')).status).toBe(403);
  const root = await lab.visit('root');
  const id = '0198c0de-0000-7000-8000-000000000000';
  for (const [path, body] of [
    ['/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'something long 1' }],
    ['/api/auth/two-factor/enable', { password: PASSWORD }],
    [`/v1/invitations/${id}/accept`, { name: 'A', password: 'something long 1' }],
    ['/v1/password-resets', { email: 'admin@example.com' }],
    ['/v1/password-resets/complete', { token: 'x', password: 'something long 1' }],
    [`/v1/organization/members/${id}/password-reset`, {}],
  ] as const) {
    const { status, body: answered } = await root.request('POST', path, body);
    expect([path, status, answered.message]).toEqual([
      path,
      403,
      'This service accepts no passwords; sign in at the identity provider',
    ]);
  }
});

test('a link of the operator signs in once', async () => {
  const { resetPassword } = await import('../../src/operator/reset-password.ts');
  const reply = await resetPassword.handler(
    lab.ingress.context,
    { params: {}, query: {}, body: { user: 'admin@example.com' } } as never,
    null as never,
  );
  const { url } = reply.body as { url: string };
  expect(url).toMatch(/^http:\/\/workflows\.test\/sign-in-link#[\w-]{43}$/);
  const use = () =>
    lab.ingress.request('POST', '/api/auth/sign-in/link', {
      body: { token: url.split('#')[1] },
      headers: { 'content-type': 'application/json', origin: lab.ingress.url },
    });
  const signedIn = await use();
  expect(signedIn.status).toBe(200);
  const account = await asPerson(lab.ingress, cookiesOf(signedIn), 'GET', '/v1/account');
  expect(account.body.id).toBe(adminId);
  expect((await use()).status).toBe(400);
  const left = await asPerson(lab.ingress, cookiesOf(signedIn), 'POST', '/api/auth/sign-out', {});
  expect([left.status, left.body.url]).toEqual([200, undefined]);
});

test('a sign-in ends after its hours, however much it is used', async () => {
  const root = await lab.visit('root');
  const { items } = (await root.request('GET', '/v1/account/sign-ins')).body;
  const { signedInAt, expiresAt } = items.find(({ current }: { current: boolean }) => current);
  expect(Date.parse(expiresAt) - Date.parse(signedInAt)).toBeLessThanOrEqual(2 * HOUR_MS + 1_000);
  await root.request('GET', '/api/auth/get-session');
  const again = (await root.request('GET', '/v1/account/sign-ins')).body.items[0];
  expect(Date.parse(again.expiresAt) - Date.parse(again.signedInAt)).toBeLessThanOrEqual(2 * HOUR_MS + 1_000);
  await query(lab.ingress, "UPDATE auth_sessions SET created_at = created_at - interval '2 hours'");
  expect((await root.request('GET', '/v1/account')).status).toBe(401);
});

test('signing out names the page of the issuer that signs out there, for its sign-ins alone', async () => {
  const root = await lab.visit('root');
  const { body } = await root.request('POST', '/api/auth/sign-out', {});
  const url = new URL(body.url);
  expect(url.origin + url.pathname).toBe(`${lab.issuer.url}/session/end`);
  expect(url.searchParams.get('client_id')).toBe('workflows');
  expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
  expect((await root.request('GET', '/v1/account')).status).toBe(401);
});

test('an office behind one address signs in, up to the limit', async () => {
  // The visits of the tests before count as well.
  await query(lab.ingress, 'DELETE FROM rate_limits');
  const beginTen = () => Promise.all(Array.from({ length: 10 }, async () => (await beginVisit(lab.ingress)).status));
  // Fewer simultaneous requests than one IP address may have waiting for their turn.
  for (let count = 0; count < 100; count += 10) expect(new Set(await beginTen())).toEqual(new Set([200]));
  const beyond = [];
  for (let count = 0; count < 21; count += 1) beyond.push((await beginVisit(lab.ingress)).status);
  expect(beyond.at(-1)).toBe(429);
});
