import { beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { useFirstAdmin, invite, PASSWORD, person, signIn, type Person } from '../management/people.ts';
import { useTestIngress } from '../start-test-ingress.ts';

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);
let member: Person;

beforeAll(async () => {
  member = await invite(ingress, admin, 'member@example.com');
});

interface SignIn {
  id: string;
  current: boolean;
  userAgent: string | null;
  address: string | null;
  expiresAt: string;
}

const list = async (by: Person): Promise<SignIn[]> => (await by.request('GET', '/v1/account/sign-ins')).body.items;

test('a person sees where they are signed in, without anything that signs in', async () => {
  await signIn(ingress, member.email, PASSWORD, { 'user-agent': 'A browser elsewhere' });
  const answer = await member.request('GET', '/v1/account/sign-ins');
  expect(answer.body.items).toHaveLength(2);
  expect(answer.body.items.map((one: SignIn) => one.current)).toEqual([false, true]);
  expect(answer.body.items[0]).toMatchObject({ userAgent: 'A browser elsewhere', address: '127.0.0.1' });
  const secretParts = member.cookie.split(/[;=.]/).filter((part) => part.length > 20);
  expect(secretParts.length).toBeGreaterThan(1);
  expect(secretParts.filter((part) => answer.text.includes(part))).toEqual([]);
});

test('a person ends one of their sign-ins immediately', async () => {
  const elsewhere = await person(ingress, member.email);
  const [newest] = await list(member);
  expect((await member.request('DELETE', `/v1/account/sign-ins/${newest?.id}`)).status).toBe(204);
  expect((await elsewhere.request('GET', '/v1/caller')).status).toBe(401);
  expect((await member.request('GET', '/v1/caller')).status).toBe(200);
  expect((await member.request('DELETE', `/v1/account/sign-ins/${newest?.id}`)).status).toBe(404);
});

test('and all others together', async () => {
  const elsewhere = await person(ingress, member.email);
  expect((await member.request('POST', '/api/auth/revoke-other-sessions', {})).status).toBe(200);
  expect((await elsewhere.request('GET', '/v1/caller')).status).toBe(401);
  expect(await list(member)).toHaveLength(1);
});

test('nobody sees or ends those of another person, an admin neither', async () => {
  const [own] = await list(member);
  expect((await list(admin)).map((one) => one.id)).not.toContain(own?.id);
  expect((await admin.request('DELETE', `/v1/account/sign-ins/${own?.id}`)).status).toBe(404);
  expect((await member.request('GET', '/v1/caller')).status).toBe(200);
});

test.each([
  ['GET', '/v1/account'],
  ['GET', '/v1/account/sign-ins'],
  ['DELETE', '/v1/account/sign-ins/00000000-0000-4000-8000-000000000000'],
])('%s %s needs a signed-in person, and our own origin to change anything', async (method, path) => {
  const { body: key } = await admin.request('POST', '/v1/organization/api-keys', { name: 'k', scopes: ['manage'] });
  expect((await ingress.request(method, path)).status).toBe(401);
  expect((await ingress.request(method, path, { headers: { 'x-api-key': key.key } })).status).toBe(401);
  const foreign = await member.request(method, path, undefined, { origin: 'https://evil.example' });
  expect(foreign.status).toBe(method === 'GET' ? 200 : 403);
});

const currentOf = async (by: Person): Promise<SignIn> => (await list(by)).find((one) => one.current)!;

/** Puts a sign-in into the past, so that its next visit renews it. */
async function age(signInId: string, createdDaysAgo: number, expiresInDays: number): Promise<void> {
  const client = new Client({ connectionString: ingress.databaseUrl });
  await client.connect();
  await client.query(
    `UPDATE auth_sessions SET created_at = now() - $2 * interval '1 day', expires_at = now() + $3 * interval '1 day'
     WHERE id = $1`,
    [signInId, createdDaysAgo, expiresInDays],
  );
  await client.end();
}

test('a sign-in that is used lives on, to the end of its longest lifetime and no longer', async () => {
  const visitor = await person(ingress, member.email);
  const { id } = await currentOf(visitor);
  await age(id, 25, 1);
  expect((await visitor.request('GET', '/api/auth/get-session')).body.session.id).toBe(id);
  const { expiresAt } = await currentOf(visitor);
  expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(5, 1);
  await age(id, 31, 1);
  await visitor.request('GET', '/api/auth/get-session');
  expect((await visitor.request('GET', '/v1/caller')).status).toBe(401);
});

test('a sign-in that is not used ends', async () => {
  const visitor = await person(ingress, member.email);
  await age((await currentOf(visitor)).id, 8, -1);
  expect((await visitor.request('GET', '/v1/caller')).status).toBe(401);
});
