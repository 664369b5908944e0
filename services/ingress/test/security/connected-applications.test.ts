import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort, totpCode } from '@workflow/test-harness';
import {
  adminElsewhere,
  asPerson,
  cookiesOf,
  firstAdmin,
  invite,
  PASSWORD,
  person,
  type Person,
} from '../management/people.ts';
import { agreesAs, answerConsent, connectAndSignIn, ProgramThatSignsIn, type ConnectedClient } from '../mcp-sign-in.ts';
import { startTestIngress, type AnyBody, type TestAnswer, type TestIngress } from '../start-test-ingress.ts';

const PATH = '/v1/organization/connected-applications';

let ingress: TestIngress;
let admin: Person;
let one: Person;
let another: Person;
const clients: ConnectedClient[] = [];

beforeAll(async () => {
  const port = await freePort();
  ingress = await startTestIngress({ config: { publicUrl: `http://127.0.0.1:${port}`, http: { port } } });
  admin = await firstAdmin(ingress);
  one = await invite(ingress, admin, 'one@example.com');
  another = await invite(ingress, admin, 'another@example.com');
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await ingress?.stop();
});

async function connect(
  who: Person,
  redirectUrl?: string,
): Promise<{ access: string; refresh: string; client: string }> {
  const program = new ProgramThatSignsIn(undefined, redirectUrl);
  clients.push(await connectAndSignIn('of the current major', ingress.url, program, agreesAs(who)));
  const { access_token: access, refresh_token: refresh } = program.savedTokens;
  return { access, refresh, client: program.client.client_id };
}

async function statusWith(accessToken: string): Promise<number> {
  const { status } = await ingress.request('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${accessToken}`,
    },
  });
  return status;
}

const renew = ({ refresh, client }: { refresh: string; client: string }): Promise<TestAnswer> =>
  ingress.request('POST', '/api/auth/oauth2/token', {
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh, client_id: client }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const listed = async (who: Person): Promise<AnyBody[]> => (await who.request('GET', PATH)).body.items;

/** Neither token works any more. */
async function expectEnded(tokens: { access: string; refresh: string; client: string }): Promise<void> {
  expect([await statusWith(tokens.access), (await renew(tokens)).status]).toEqual([401, 400]);
}

test('members see and revoke their own, admins those of all, and its tokens end immediately', async () => {
  const ofOne = await connect(one);
  const ofAnother = await connect(another, 'http://localhost:4711/callback');
  // Its use may not be written yet.
  const withoutUse = (await listed(one)).map(({ lastUsedAt: _written, ...rest }) => rest);
  expect(withoutUse).toEqual([
    {
      id: expect.any(String),
      clientId: ofOne.client,
      clientName: 'Assistant',
      redirectHost: '127.0.0.1:9',
      scopes: ['run', 'read'],
      member: { id: expect.any(String), name: one.email, email: one.email },
      authorizedAt: expect.any(String),
    },
  ]);
  const all = await listed(admin);
  expect(all.map(({ member, redirectHost }) => [member.email, redirectHost])).toEqual([
    [another.email, 'localhost:4711'],
    [one.email, '127.0.0.1:9'],
  ]);
  const [{ id: idOfAnother }, { id: idOfOne }] = all as [AnyBody, AnyBody];
  expect((await one.request('DELETE', `${PATH}/${idOfAnother}`)).status).toBe(404);
  expect(await statusWith(ofAnother.access)).toBe(200);
  await ingress.context.lastUsed.flush();
  expect((await listed(another))[0].lastUsedAt).not.toBeNull();

  expect((await one.request('DELETE', `${PATH}/${idOfOne}`)).status).toBe(204);
  await expectEnded(ofOne);
  expect((await one.request('DELETE', `${PATH}/${idOfOne}`)).status).toBe(404);
  expect((await admin.request('DELETE', `${PATH}/${idOfAnother}`)).status).toBe(204);
  await expectEnded(ofAnother);
  expect(await listed(admin)).toEqual([]);
  const { body: audit } = await admin.request('GET', '/v1/organization/audit-log?limit=1');
  expect(audit.items[0]).toMatchObject({
    action: 'mcp-client.revoke',
    actor: { name: admin.email },
    target: { type: 'mcp-client', id: ofAnother.client },
    detail: { name: 'Assistant', email: another.email },
  });
});

test('a code that was given before gives no valid token after', async () => {
  const program = new ProgramThatSignsIn();
  const connected = await connectAndSignIn('of the current major', ingress.url, program, async (url) => {
    const { redirected } = await answerConsent(admin, url, { accept: true });
    const { database } = ingress.context.store.management.people as { database: AnyBody };
    await ingress.context.store.management.people.endOAuthConnections(
      (await database.user.findFirst({ where: { email: admin.email } })).id,
      null,
    );
    return redirected;
  }).catch((error: unknown) => error);
  expect(connected).toBeInstanceOf(Error);
  expect(await statusWith(program.savedTokens.access_token)).toBe(401);
  expect(await listed(admin)).toEqual([]);
});

test('another organization neither sees nor revokes it', async () => {
  const tokens = await connect(admin);
  const stranger = await adminElsewhere(ingress, admin);
  const [{ id }] = (await listed(admin)) as [AnyBody];
  expect(await listed(stranger)).toEqual([]);
  expect((await stranger.request('DELETE', `${PATH}/${id}`)).status).toBe(404);
  expect(await statusWith(tokens.access)).toBe(200);
});

test('removal from the organization ends its tokens, also for the time after an invitation', async () => {
  const tokens = await connect(one);
  await admin.request('POST', '/api/auth/organization/remove-member', { memberIdOrEmail: one.email });
  const invited = await admin.request('POST', '/api/auth/organization/invite-member', {
    email: one.email,
    role: 'member',
  });
  const again = await person(ingress, one.email);
  await again.request('POST', '/api/auth/organization/accept-invitation', { invitationId: invited.body.id });
  await expectEnded(tokens);
  const left = await connect(again);
  const { body: session } = await again.request('GET', '/api/auth/get-session');
  const { activeOrganizationId: organizationId } = session.session;
  expect((await again.request('POST', '/api/auth/organization/leave', { organizationId })).status).toBe(200);
  expect(await ingress.context.store.management.people.findRole(session.user.id, organizationId)).toBeNull();
  const { database } = ingress.context.store.management.people as { database: AnyBody };
  expect(await database.oauthRefreshToken.count({ where: { clientId: left.client } })).toBe(0);
});

test('a new password, changed or set by a reset link, ends them', async () => {
  const before = await connect(another);
  const changed = await another.request('POST', '/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: 'another long sentence',
  });
  expect(changed.status).toBe(200);
  await expectEnded(before);

  const signedIn = await person(ingress, another.email, 'another long sentence');
  const tokens = await connect(signedIn);
  const members = (await admin.request('GET', '/api/auth/organization/list-members')).body.members as AnyBody[];
  const member = members.find(({ user }) => user.email === another.email);
  const { body: reset } = await admin.request('POST', `/v1/organization/members/${member.id}/password-reset`, {});
  const done = await ingress.request('POST', '/v1/password-resets/complete', {
    body: { token: new URL(reset.url).hash.slice(1), password: 'a third long sentence' },
    headers: { 'content-type': 'application/json' },
  });
  expect(done.status).toBe(200);
  await expectEnded(tokens);
});

test('a second factor that is set up, or removed, ends them, and those of nobody else', async () => {
  const careful = await invite(ingress, admin, 'careful@example.com');
  const [before, ofAnother] = [await connect(careful), await connect(admin)];
  const { body } = await careful.request('POST', '/api/auth/two-factor/enable', { password: PASSWORD });
  expect(await statusWith(before.access)).toBe(200);
  const verified = await careful.request('POST', '/api/auth/two-factor/verify-totp', { code: totpCode(body.totpURI) });
  expect(verified.status).toBe(200);
  await expectEnded(before);
  const cookie = cookiesOf(verified);
  const withFactor: Person = {
    email: careful.email,
    cookie,
    request: (method, path, sent, headers) => asPerson(ingress, cookie, method, path, sent, headers),
  };
  const between = await connect(withFactor);
  const removed = await withFactor.request('POST', '/api/auth/two-factor/disable', { password: PASSWORD });
  expect(removed.status).toBe(200);
  await expectEnded(between);
  expect(await statusWith(ofAnother.access)).toBe(200);
});

test('a connection without tokens is removed in time', async () => {
  const { people } = ingress.context.store.management;
  const { database } = people as { database: AnyBody };
  await database.oauthConnection.updateMany({ data: { authorizedAt: new Date(Date.now() - 2 * 3_600_000) } });
  await database.oauthAccessToken.deleteMany();
  await database.oauthRefreshToken.deleteMany();
  await people.pruneOAuthConnections();
  expect(await database.oauthConnection.count()).toBe(0);
});
