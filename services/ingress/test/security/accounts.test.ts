import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { useFirstAdmin, invite, PASSWORD, person, signIn, type Person } from '../management/people.ts';
import { useTestIngress } from '../start-test-ingress.ts';

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);
let member: Person;

beforeAll(async () => {
  member = await invite(ingress, admin, 'member@example.com');
});

/** A request whose target is sent unchanged, without a URL parser. */
async function post(target: string): Promise<string> {
  const socket = connect(ingress.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += String(chunk)));
  socket.write(
    `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ` +
      '2\r\nConnection: close\r\n\r\n{}',
  );
  await once(socket, 'close');
  return answer.split('\r\n', 1)[0] ?? '';
}

describe('of the accounts library', () => {
  test.each([
    '/sign-up/email',
    '/sign-in/social',
    '/update-user',
    '/update-session',
    '/change-email',
    '/delete-user',
    '/verify-password',
    '/request-password-reset',
    '/reset-password',
    '/list-sessions',
    '/revoke-session',
    '/list-accounts',
    '/link-social',
    '/get-access-token',
    '/ok',
    '/error',
    '/organization/delete',
    '/organization/update',
    '/organization/add-member',
    '/organization/check-slug',
    '/organization/has-permission',
    '/organization/create-role',
    '/organization/create-team',
    '/organization/list-user-invitations',
    '/organization/get-full-organization',
    '/organization/get-invitation',
  ])('%s is not reachable, by any method, for an admin', async (path) => {
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', {}],
      ['PUT', {}],
      ['DELETE', undefined],
    ] as const) {
      const { status, body: answered } = await admin.request(method, `/api/auth${path}`, body);
      expect([method, status, answered?.message]).toEqual([method, 404, 'Not found']);
    }
  });

  test.each([
    'http://elsewhere.example/api/auth/sign-up/email',
    'http://elsewhere.example/api/auth/sign-in/email',
    '//api/auth/sign-up/email',
    '/api/auth//sign-up/email',
    '/api/auth/sign-out/../sign-up/email',
    '/api/auth/sign%2Dup/email',
    '/api/auth/sign-up/email/',
    '/API/AUTH/sign-up/email',
    '/api/auth/%zz',
    '/api/auth/sign-out\\..\\update-user',
  ])('%s is no other spelling of one', async (target) => {
    expect(await post(target)).toBe('HTTP/1.1 404 Not Found');
  });
});

test('members cannot make themselves admins', async () => {
  const { body } = await admin.request('GET', '/api/auth/organization/list-members');
  const own = body.members.find((one: { user: { email: string } }) => one.user.email === 'member@example.com');
  const tries: [string, object][] = [
    ['/organization/update-member-role', { memberId: own.id, role: 'admin' }],
    ['/organization/update-member-role', { memberId: own.id, role: 'admin', organizationId: own.organizationId }],
    ['/organization/invite-member', { email: 'second@example.com', role: 'admin' }],
    ['/organization/remove-member', { memberIdOrEmail: 'admin@example.com' }],
  ];
  for (const [path, sent] of tries)
    expect([400, 403]).toContain((await member.request('POST', `/api/auth${path}`, sent)).status);
  expect((await member.request('GET', '/v1/caller')).body.role).toBe('member');
  expect((await admin.request('GET', '/v1/caller')).body.role).toBe('admin');
  for (const path of ['/v1/organization/api-keys', '/v1/organization/secrets', '/v1/organization/audit-log'])
    expect((await member.request('GET', path)).status).toBe(403);
});

test('the id of an invitation, which lets its holder join, is in no log line', async () => {
  const { body: invitation } = await admin.request('POST', '/api/auth/organization/invite-member', {
    email: 'invited@example.com',
    role: 'admin',
  });
  for (const path of [
    `/v1/invitations/${invitation.id}`,
    `/V1/Invitations/${invitation.id}`,
    `/invitations/${invitation.id}`,
    `/invitations/${invitation.id}/more`,
  ]) {
    await (await fetch(ingress.url + path, { headers: { accept: 'text/html' } })).arrayBuffer();
  }
  await ingress.request('POST', `/v1/invitations/${invitation.id}/accept`, {
    body: { name: 'x' },
    headers: { 'content-type': 'application/json' },
  });
  await waitFor(() => ingress.log.some((line) => line.includes('/v1/invitations/[redacted]/accept')));
  expect(ingress.log.filter((line) => line.includes(invitation.id))).toEqual([]);
});

describe('changing a password', () => {
  const change = (by: Person, currentPassword: string) =>
    by.request('POST', '/api/auth/change-password', {
      currentPassword,
      newPassword: 'another correct horse',
      revokeOtherSessions: false,
    });

  test('ends all other sign-ins of the user', async () => {
    const [here, elsewhere] = [
      await invite(ingress, admin, 'changing@example.com'),
      await person(ingress, 'changing@example.com'),
    ];
    expect((await change(here, PASSWORD)).status).toBe(200);
    expect((await elsewhere.request('GET', '/v1/caller')).status).toBe(401);
    expect((await signIn(ingress, 'changing@example.com')).status).toBe(401);
    expect((await signIn(ingress, 'changing@example.com', 'another correct horse')).status).toBe(200);
  });

  test('is throttled against guessing', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1)
      statuses.push((await change(member, `wrong password ${attempt}`)).status);
    expect(statuses).not.toContain(200);
    expect(statuses.at(-1)).toBe(429);
  });
});
