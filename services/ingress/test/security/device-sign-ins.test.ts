import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { useFirstAdmin, invite } from '../management/people.ts';
import { useTestIngress, type AnyBody, type TestAnswer } from '../start-test-ingress.ts';

const ingress = useTestIngress({ config: { auth: { deviceSignInsPerHour: 12 } } });
const admin = useFirstAdmin(ingress);

const post = (path: string, fields: Record<string, string>): Promise<TestAnswer> =>
  ingress.request('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

async function begin(asked: Record<string, string> = {}): Promise<AnyBody> {
  const { status, body } = await post('/v1/oauth/device_authorization', { client_id: 'Laptop', ...asked });
  expect(status).toBe(200);
  const { device_code: deviceCode, user_code: userCode, ...rest } = body;
  return { deviceCode, userCode, ...rest };
}

const askNow = (deviceCode: string): Promise<TestAnswer> =>
  post('/v1/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode,
    client_id: 'Laptop',
  });

const database = (): AnyBody => (ingress.context.store.management.people as { database: AnyBody }).database;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('an error has the members of OAuth and those of every other error, and no code is in the log', async () => {
  const { body } = await askNow('unknown');
  const message = body.error_description;
  expect(body).toEqual({
    httpStatus: 400,
    errorId: expect.stringMatching(UUID),
    message,
    error: 'invalid_grant',
    error_description: message,
  });
  expect(ingress.log.some((line) => line.includes(body.errorId))).toBe(true);
  const { userCode } = await begin();
  await ingress.request('GET', `/v1/device-sign-ins/${userCode}`);
  await waitFor(() => ingress.log.some((line) => line.includes('/v1/device-sign-ins/[redacted]')));
  expect(ingress.log.filter((line) => line.includes(String(userCode)))).toEqual([]);
});

/** As if the interval was over. */
async function ask(deviceCode: string): Promise<AnyBody> {
  await database().deviceSignIn.updateMany({ data: { lastAskedAt: null } });
  const { status, body } = await askNow(deviceCode);
  expect(status).toBe(body.error === undefined ? 200 : 400);
  return body;
}

test('an admin confirms a code, with fewer scopes, and the program gets one key, once', async () => {
  const begun = await begin();
  const { deviceCode, userCode } = begun;
  expect([begun.expires_in, begun.interval]).toEqual([600, 5]);
  expect(userCode).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  expect(begun.verification_uri_complete).toBe(`${ingress.context.config.publicUrl}/device?code=${userCode}`);
  expect(await ask(deviceCode)).toMatchObject({ error: 'authorization_pending' });
  expect((await askNow(deviceCode)).body).toMatchObject({ error: 'slow_down' });

  const typed = userCode.toLowerCase().replace('-', ' ');
  const shown = await admin.request('GET', `/v1/device-sign-ins/${encodeURIComponent(typed)}`);
  expect(shown.body).toMatchObject({ keyName: 'Laptop', scopes: ['run', 'read'] });
  const answer = { accepted: true, keyName: 'My laptop', scopes: ['read'] };
  const more = await admin.request('POST', `/v1/device-sign-ins/${userCode}/answer`, { ...answer, scopes: ['manage'] });
  expect(more.status).toBe(400);
  expect((await admin.request('POST', `/v1/device-sign-ins/${userCode}/answer`, answer)).status).toBe(204);
  expect((await admin.request('POST', `/v1/device-sign-ins/${userCode}/answer`, answer)).status).toBe(404);

  const both = await Promise.all([ask(deviceCode), ask(deviceCode)]);
  const [issued, another] = both.filter((one) => one.access_token !== undefined);
  expect([issued, another]).toEqual([
    { access_token: expect.any(String), token_type: 'Bearer', scope: 'read' },
    undefined,
  ]);
  const key = issued!.access_token;
  expect(await ask(deviceCode)).toMatchObject({ error: 'invalid_grant' });
  const caller = await ingress.request('GET', '/v1/caller', { headers: { 'x-api-key': key } });
  expect(caller.body).toMatchObject({ kind: 'api-key', name: 'My laptop', scopes: ['read'] });
  const { body: keys } = await admin.request('GET', '/v1/organization/api-keys');
  expect(keys.items[0]).toMatchObject({ name: 'My laptop', createdBy: { name: admin.email } });
  expect(JSON.stringify(await database().deviceSignIn.findMany())).not.toContain(userCode);
});

test('a refused code, an expired one, and one whose confirmer is no admin any more, give no key', async () => {
  const refused = await begin();
  await admin.request('POST', `/v1/device-sign-ins/${refused.userCode}/answer`, { accepted: false });
  expect(await ask(refused.deviceCode)).toMatchObject({ error: 'access_denied' });

  const second = await invite(ingress, admin, 'second@example.com', 'admin');
  const demoted = await begin();
  await second.request('POST', `/v1/device-sign-ins/${demoted.userCode}/answer`, { accepted: true });
  const { body } = await admin.request('GET', '/api/auth/organization/list-members');
  const member = body.members.find((one: AnyBody) => one.user.email === 'second@example.com');
  await admin.request('POST', '/api/auth/organization/update-member-role', { memberId: member.id, role: 'member' });
  expect(await ask(demoted.deviceCode)).toMatchObject({ error: 'access_denied' });

  const expired = await begin();
  await database().deviceSignIn.updateMany({ data: { expiresAt: new Date() } });
  expect(await ask(expired.deviceCode)).toMatchObject({ error: 'expired_token' });
  expect((await admin.request('GET', `/v1/device-sign-ins/${expired.userCode}`)).status).toBe(404);

  const { userCode } = await begin();
  expect((await second.request('GET', `/v1/device-sign-ins/${userCode}`)).status).toBe(403);
  const key = await ingress.request('GET', `/v1/device-sign-ins/${userCode}`, {
    headers: { 'x-api-key': ingress.organization.apiKey },
  });
  expect(key.status).toBe(403);
});

test('requests are forms as OAuth has them, and refusals name what is wrong', async () => {
  const json = await ingress.request('POST', '/v1/oauth/device_authorization', {
    body: { client_id: 'Laptop' },
    headers: { 'content-type': 'application/json' },
  });
  expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
  const authorize = '/v1/oauth/device_authorization';
  const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
  for (const [path, fields, error] of [
    [authorize, {}, 'invalid_request'],
    [authorize, { client_id: 'x'.repeat(201) }, 'invalid_request'],
    [authorize, { client_id: 'Laptop', scope: 'read everything' }, 'invalid_scope'],
    ['/v1/oauth/token', { device_code: 'x' }, 'invalid_request'],
    ['/v1/oauth/token', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['/v1/oauth/token', { grant_type: deviceGrant }, 'invalid_request'],
    ['/v1/oauth/token', { grant_type: deviceGrant, device_code: 'x' }, 'invalid_grant'],
    ['/v1/oauth/revoke', {}, 'invalid_request'],
  ] as const) {
    const { status, body } = await post(path, fields as Record<string, string>);
    expect([path, fields, status, body.error]).toEqual([path, fields, 400, error]);
  }
});

test('whoever holds a key that a device sign-in made ends it, and no other key', async () => {
  const { deviceCode, userCode } = await begin({ key_name: 'Ends itself', scope: 'run' });
  await admin.request('POST', `/v1/device-sign-ins/${userCode}/answer`, { accepted: true });
  const { access_token: token } = await ask(deviceCode);
  const status = async (key: string): Promise<number> =>
    (await ingress.request('GET', '/v1/caller', { headers: { 'x-api-key': key } })).status;
  expect(await status(token)).toBe(200);
  const ended = [await post('/v1/oauth/revoke', { token }), await post('/v1/oauth/revoke', { token })];
  expect(ended.map((answer) => answer.status)).toEqual([200, 200]);
  expect(await status(token)).toBe(403);
  const { body } = await admin.request('GET', '/v1/organization/audit-log?limit=1');
  expect(body.items[0]).toMatchObject({ action: 'api-key.delete', actor: { name: 'Ends itself' } });
  const { apiKey } = ingress.organization;
  expect((await post('/v1/oauth/revoke', { token: apiKey })).body.error).toBe('unsupported_token_type');
  expect(await status(apiKey)).toBe(200);
});

test('codes cannot be guessed, nor asked for without end', async () => {
  const statuses = new Set<number>();
  for (let index = 0; index < 40; index += 1)
    statuses.add((await admin.request('GET', `/v1/device-sign-ins/BBBB-BBBB`)).status);
  expect([...statuses]).toEqual([404, 429]);
  const begun: number[] = [];
  for (let index = 0; index < 12; index += 1)
    begun.push((await post('/v1/oauth/device_authorization', { client_id: 'Another' })).status);
  expect(begun.at(-1)).toBe(429);
});
