import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { firstAdmin, invite, type Person } from '../management/people.ts';
import { startTestIngress, type AnyBody, type TestAnswer, type TestIngress } from '../start-test-ingress.ts';

let ingress: TestIngress;
let admin: Person;

beforeAll(async () => {
  ingress = await startTestIngress({ config: { auth: { deviceSignInsPerHour: 8 } } });
  admin = await firstAdmin(ingress);
});
afterAll(() => ingress?.stop());

const post = (path: string, body: unknown): Promise<TestAnswer> =>
  ingress.request('POST', path, { body, headers: { 'content-type': 'application/json' } });

async function begin(asked: Record<string, unknown> = {}): Promise<AnyBody> {
  const { status, body } = await post('/v1/device-sign-ins', { keyName: 'Laptop', ...asked });
  expect(status).toBe(201);
  return body;
}

const database = (): AnyBody => (ingress.context.store.management.people as { database: AnyBody }).database;

/** As if the interval was over. */
async function ask(deviceCode: string): Promise<AnyBody> {
  await database().deviceSignIn.updateMany({ data: { lastAskedAt: null } });
  return (await post('/v1/device-sign-ins/ask', { deviceCode })).body;
}

test('an admin confirms a code, with fewer scopes, and the program gets one key, once', async () => {
  const { deviceCode, userCode, expiresIn, interval, verificationUrlComplete } = await begin();
  expect([expiresIn, interval]).toEqual([600, 5]);
  expect(userCode).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  expect(verificationUrlComplete).toBe(`${ingress.context.config.publicUrl}/device?code=${userCode}`);
  expect(await ask(deviceCode)).toEqual({ status: 'pending' });
  const soon = await post('/v1/device-sign-ins/ask', { deviceCode });
  expect(soon.body).toEqual({ status: 'slow-down' });

  const typed = userCode.toLowerCase().replace('-', ' ');
  const shown = await admin.request('GET', `/v1/device-sign-ins/${encodeURIComponent(typed)}`);
  expect(shown.body).toMatchObject({ keyName: 'Laptop', scopes: ['run', 'read'] });
  const answer = { accepted: true, keyName: 'My laptop', scopes: ['read'] };
  const more = await admin.request('POST', `/v1/device-sign-ins/${userCode}/answer`, { ...answer, scopes: ['manage'] });
  expect(more.status).toBe(400);
  expect((await admin.request('POST', `/v1/device-sign-ins/${userCode}/answer`, answer)).status).toBe(204);
  expect((await admin.request('POST', `/v1/device-sign-ins/${userCode}/answer`, answer)).status).toBe(404);

  const both = await Promise.all([ask(deviceCode), ask(deviceCode)]);
  const { key } = both.find(({ status }) => status === 'accepted');
  expect(both.filter((one) => one.key !== undefined)).toHaveLength(1);
  expect(await ask(deviceCode)).toEqual({ status: 'unknown' });
  const caller = await ingress.request('GET', '/v1/caller', { headers: { 'x-api-key': key } });
  expect(caller.body).toMatchObject({ kind: 'api-key', name: 'My laptop', scopes: ['read'] });
  const { body: keys } = await admin.request('GET', '/v1/organization/api-keys');
  expect(keys.items[0]).toMatchObject({ name: 'My laptop', createdBy: { name: admin.email } });
  expect(JSON.stringify(await database().deviceSignIn.findMany())).not.toContain(userCode);
});

test('a refused code, an expired one, and one whose confirmer is no admin any more, give no key', async () => {
  const refused = await begin();
  await admin.request('POST', `/v1/device-sign-ins/${refused.userCode}/answer`, { accepted: false });
  expect(await ask(refused.deviceCode)).toEqual({ status: 'denied' });

  const second = await invite(ingress, admin, 'second@example.com', 'admin');
  const demoted = await begin();
  await second.request('POST', `/v1/device-sign-ins/${demoted.userCode}/answer`, { accepted: true });
  const { body } = await admin.request('GET', '/api/auth/organization/list-members');
  const member = body.members.find((one: AnyBody) => one.user.email === 'second@example.com');
  await admin.request('POST', '/api/auth/organization/update-member-role', { memberId: member.id, role: 'member' });
  expect(await ask(demoted.deviceCode)).toEqual({ status: 'denied' });

  const expired = await begin();
  await database().deviceSignIn.updateMany({ data: { expiresAt: new Date() } });
  expect(await ask(expired.deviceCode)).toEqual({ status: 'expired' });
  expect((await admin.request('GET', `/v1/device-sign-ins/${expired.userCode}`)).status).toBe(404);

  const { userCode } = await begin();
  expect((await second.request('GET', `/v1/device-sign-ins/${userCode}`)).status).toBe(403);
  const key = await ingress.request('GET', `/v1/device-sign-ins/${userCode}`, {
    headers: { 'x-api-key': ingress.organization.apiKey },
  });
  expect(key.status).toBe(403);
});

test('codes cannot be guessed, nor asked for without end', async () => {
  const statuses = new Set<number>();
  for (let index = 0; index < 40; index += 1)
    statuses.add((await admin.request('GET', `/v1/device-sign-ins/BBBB-BBBB`)).status);
  expect([...statuses]).toEqual([404, 429]);
  const begun: number[] = [];
  for (let index = 0; index < 8; index += 1)
    begun.push((await post('/v1/device-sign-ins', { keyName: 'Another' })).status);
  expect(begun.at(-1)).toBe(429);
});
