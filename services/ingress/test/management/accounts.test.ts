import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { useTestIngress } from '../start-test-ingress.ts';
import { asPerson, invite, PASSWORD, person, signIn, type Person } from './people.ts';

const BY_PASSWORD = { acceptsPasswords: true, oidcLabel: null };

const ingress = useTestIngress();
let admin: Person;
let member: Person;

const json = { 'content-type': 'application/json' };

describe('first-time set-up', () => {
  const body = { organizationName: 'First', name: 'Admin', email: 'Admin@Example.com', password: PASSWORD };
  const setUp = () => ingress.request('POST', '/v1/setup', { body, headers: json });

  test('is needed while there is no user, and creates one admin even for many concurrent requests', async () => {
    expect((await ingress.request('GET', '/v1/setup')).body).toEqual({
      needed: true,
      sendsMail: false,
      ...BY_PASSWORD,
    });
    const answers = await Promise.all([setUp(), setUp(), setUp()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    expect((await ingress.request('GET', '/v1/setup')).body).toEqual({
      needed: false,
      sendsMail: false,
      ...BY_PASSWORD,
    });
    admin = await person(ingress, 'admin@example.com');
    expect((await admin.request('GET', '/v1/caller')).body).toMatchObject({
      kind: 'user',
      name: 'admin@example.com',
      role: 'admin',
    });
  });

  test('is over from then on', async () => {
    expect((await setUp()).status).toBe(409);
  });

  test.each([
    [{ ...body, password: 'short' }, /password must have at least 8/],
    [{ ...body, email: 'nobody' }, /email must be an email/],
    [{ ...body, extra: 1 }, /extra is not a known field/],
  ])('refuses %j', async (bad, message) => {
    const answer = await ingress.request('POST', '/v1/setup', { body: bad, headers: json });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });
});

describe('signing in', () => {
  test('answers cookies that scripts cannot read and other sites do not send', async () => {
    const answer = await signIn(ingress, 'admin@example.com');
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/HttpOnly/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).not.toMatch(/Secure/i);
    }
  });

  test('is one line in the log, without password and cookie', async () => {
    const from = ingress.log.length;
    const answer = await signIn(ingress, 'admin@example.com');
    await waitFor(() => ingress.log.slice(from).some((line) => line.includes('/api/auth/sign-in/email')));
    const lines = ingress.log.slice(from).join('\n');
    for (const hidden of [PASSWORD, answer.body.token]) expect(lines).not.toContain(hidden);
  });

  test.each([
    ['JSON that does not parse', '{bad', 400],
    ['fields of another type', { email: 1, password: 2 }, 400],
    ['a body that goes on inwards', `{"email":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, 400],
    ['more than anybody signs in with', 'x'.repeat(9_000), 413],
  ])('%s is refused, and no error of ours', async (_, body, status) => {
    const from = ingress.log.length;
    const answer = await ingress.request('POST', '/api/auth/sign-in/email', { body, headers: json });
    expect(answer.status).toBe(status);
    expect(ingress.log.slice(from).filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test('a body of another type is refused, and no error of ours', async () => {
    const from = ingress.log.length;
    const headers = { 'content-type': 'text/plain', origin: ingress.url };
    const answer = await ingress.request('POST', '/api/auth/sign-in/email', { body: 'x', headers });
    expect(answer.status).toBe(415);
    expect(ingress.log.slice(from).filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test.each([
    ['POST', '/api/auth/organization/create', { name: '\uD800', slug: 'b' }],
    ['GET', '/api/auth/organization/list-members?filterField=id&filterValue=zzz', undefined],
    ['GET', '/api/auth/organization/list-members?organizationId=zzz', undefined],
  ])('%s %s with what PostgreSQL does not take, or nobody may set, is 400', async (method, path, body) => {
    expect((await admin.request(method, path, body)).status).toBe(400);
  });

  test('nobody signs up by themselves', async () => {
    const answer = await ingress.request('POST', '/api/auth/sign-up/email', {
      body: { name: 'x', email: 'x@example.com', password: PASSWORD },
      headers: json,
    });
    expect(answer.status).toBe(404);
  });

  test('a signed-out cookie no longer works', async () => {
    const gone = await person(ingress, 'admin@example.com');
    expect((await gone.request('POST', '/api/auth/sign-out', {})).status).toBe(200);
    expect((await gone.request('GET', '/v1/caller')).status).toBe(401);
  });

  test('a page of another site can neither sign in nor act', async () => {
    const foreign = { origin: 'https://evil.example' };
    expect((await signIn(ingress, 'admin@example.com', PASSWORD, foreign)).status).toBe(403);
    const answer = await admin.request('POST', '/v1/workflows', { name: 'x' }, foreign);
    expect([answer.status, answer.body.message]).toEqual([403, 'The request is from another site, or has no Origin']);
    expect(
      (await admin.request('POST', '/api/auth/organization/create', { name: 'x', slug: 'x' }, foreign)).status,
    ).toBe(403);
  });

  test.each([
    ['no Origin and no Sec-Fetch-Site', {}, 403],
    ['Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin' }, 201],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('a change with %s', async (_, headers, status) => {
    const answer = await ingress.request('POST', '/v1/workflows', {
      body: { name: 'x' },
      headers: { ...json, cookie: admin.cookie, ...headers },
    });
    expect(answer.status).toBe(status);
  });

  test('a change needs a JSON body, which no form can send', async () => {
    const answer = await asPerson(ingress, admin.cookie, 'POST', '/v1/workflows', '{"name":"x"}', {
      'content-type': 'text/plain',
    });
    expect(answer.status).toBe(415);
  });
});

describe('invitations', () => {
  test('let a person without an account join in the role that they were given', async () => {
    member = await invite(ingress, admin, 'Member@Example.com');
    expect((await member.request('GET', '/v1/caller')).body).toMatchObject({
      name: 'member@example.com',
      role: 'member',
    });
  });

  test('show organization and e-mail address to their holder, once', async () => {
    const { body: invitation } = await admin.request('POST', '/api/auth/organization/invite-member', {
      email: 'new@example.com',
      role: 'admin',
    });
    const shown = await ingress.request('GET', `/v1/invitations/${invitation.id}`);
    expect(shown.body).toEqual({
      id: invitation.id,
      email: 'new@example.com',
      role: 'admin',
      organizationName: 'First',
      inviterName: 'Admin',
      expiresAt: expect.any(String),
    });
    const accept = () =>
      ingress.request('POST', `/v1/invitations/${invitation.id}/accept`, {
        body: { name: 'New', password: PASSWORD },
        headers: json,
      });
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect((await ingress.request('GET', `/v1/invitations/${invitation.id}`)).status).toBe(404);
    expect((await accept()).status).toBe(404);
  });

  test('are accepted by an account that exists after it signed in', async () => {
    const other = await person(ingress, 'member@example.com');
    const { body: made } = await other.request('POST', '/api/auth/organization/create', {
      name: 'Second',
      slug: 'second',
    });
    expect((await other.request('GET', '/v1/caller')).body).toMatchObject({ organizationId: made.id, role: 'admin' });
    const { body: invitation } = await other.request('POST', '/api/auth/organization/invite-member', {
      email: 'admin@example.com',
      role: 'member',
    });
    const visitor = await person(ingress, 'admin@example.com');
    expect(
      (await visitor.request('POST', '/api/auth/organization/accept-invitation', { invitationId: invitation.id }))
        .status,
    ).toBe(200);
    expect((await visitor.request('GET', '/v1/caller')).body).toMatchObject({
      organizationId: made.id,
      role: 'member',
    });
    const { body: own } = await admin.request('GET', '/v1/caller');
    await visitor.request('POST', '/api/auth/organization/set-active', { organizationId: own.organizationId });
  });

  test('are made, seen and withdrawn by admins only', async () => {
    expect(
      (await member.request('POST', '/api/auth/organization/invite-member', { email: 'z@example.com', role: 'member' }))
        .status,
    ).toBe(403);
    await admin.request('POST', '/api/auth/organization/invite-member', {
      email: 'pending@example.com',
      role: 'admin',
    });
    expect((await member.request('GET', '/api/auth/organization/list-invitations')).status).toBe(403);
    expect((await admin.request('GET', '/api/auth/organization/list-invitations')).body.length).toBeGreaterThan(0);
  });

  test.each(['owner', 'admin,member', ['admin', 'member'], 'god', undefined])('know no role %j', async (role) => {
    const answer = await admin.request('POST', '/api/auth/organization/invite-member', {
      email: 'y@example.com',
      role,
    });
    expect(answer.status).toBe(400);
  });

  test('an unknown invitation is not found, and no id breaks anything', async () => {
    expect((await ingress.request('GET', `/v1/invitations/${randomUUID()}`)).status).toBe(404);
    expect((await ingress.request('GET', '/v1/invitations/none')).status).toBe(404);
    expect(
      (await admin.request('POST', '/api/auth/organization/accept-invitation', { invitationId: 'none' })).status,
    ).toBe(400);
  });
});

describe('members', () => {
  test('lose access immediately when an admin removes them', async () => {
    const leaving = await invite(ingress, admin, 'leaving@example.com');
    expect((await leaving.request('GET', '/v1/workflows')).status).toBe(200);
    const removed = await admin.request('POST', '/api/auth/organization/remove-member', {
      memberIdOrEmail: 'leaving@example.com',
    });
    expect(removed.status).toBe(200);
    expect((await leaving.request('GET', '/v1/workflows')).status).toBe(401);
  });

  test('cannot change roles, and the last admin stays one', async () => {
    const { body } = await admin.request('GET', '/api/auth/organization/list-members');
    const own = body.members.find((one: { user: { email: string } }) => one.user.email === 'admin@example.com');
    const others = body.members.filter(
      (one: { id: string; role: string }) => one.role === 'admin' && one.id !== own.id,
    );
    expect(
      (await member.request('POST', '/api/auth/organization/update-member-role', { memberId: own.id, role: 'member' }))
        .status,
    ).toBe(403);
    for (const other of others)
      await admin.request('POST', '/api/auth/organization/update-member-role', { memberId: other.id, role: 'member' });
    expect(
      (await admin.request('POST', '/api/auth/organization/update-member-role', { memberId: own.id, role: 'member' }))
        .status,
    ).toBe(400);
  });

  test('leave by themselves, and invitations are withdrawn and declined', async () => {
    const going = await invite(ingress, admin, 'going@example.com');
    const { body: caller } = await going.request('GET', '/v1/caller');
    expect(
      (await going.request('POST', '/api/auth/organization/leave', { organizationId: caller.organizationId })).status,
    ).toBe(200);
    expect((await going.request('GET', '/v1/caller')).status).toBe(401);
    const again = () =>
      admin.request('POST', '/api/auth/organization/invite-member', { email: 'going@example.com', role: 'member' });
    const { body: declined } = await again();
    expect(
      (await going.request('POST', '/api/auth/organization/reject-invitation', { invitationId: declined.id })).status,
    ).toBe(200);
    const { body: withdrawn } = await again();
    expect(
      (await admin.request('POST', '/api/auth/organization/cancel-invitation', { invitationId: withdrawn.id })).status,
    ).toBe(200);
    expect((await ingress.request('GET', `/v1/invitations/${withdrawn.id}`)).status).toBe(404);
  });

  test('and changes of them are in the audit log', async () => {
    const { body } = await admin.request('GET', '/v1/organization/audit-log?limit=200');
    const actions = new Set(body.items.map((entry: { action: string }) => entry.action));
    for (const action of [
      'member.join',
      'member.remove',
      'member.update',
      'member.leave',
      'invitation.create',
      'invitation.cancel',
      'invitation.reject',
    ])
      expect(actions).toContain(action);
    const removal = body.items.find((entry: { action: string }) => entry.action === 'member.remove');
    expect(removal).toMatchObject({ actor: { type: 'user', name: 'admin@example.com' } });
  });
});
