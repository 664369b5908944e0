import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { useTestStore } from '../../test/open-test-store.ts';
import type { Actor } from '../management/audit-log.ts';

/** The tokens of a sign-in are only for the credential as it was when the sign-in began. */

const actor: Actor = { type: 'system', id: null, name: 'test' };
const organizationId = randomUUID();
const GENUINE = { url: 'https://tools.example', auth: 'oauth' };
const base = useTestStore();
let place: { id: string; name: string; type: string };

const credentials = () => base.store.credentials.organization(organizationId);

beforeAll(async () => {
  await base.sql(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Test', 'test')`, [organizationId]);
});

async function useNewCredential(): Promise<void> {
  const saved = await credentials().create(actor, 'mcp', { name: randomUUID(), fields: GENUINE, secrets: {} });
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  place = saved.credential;
}
beforeEach(useNewCredential);

async function change(fields: object): Promise<void> {
  const check = () => ({ problems: [], keepsSecrets: true });
  const content = { name: place.name, fields: fields as never, secrets: {}, check };
  expect(await credentials().replace(actor, place.id, content)).toMatchObject({ kind: 'saved' });
}

const begin = (state: string) => {
  const content = { state, verifier: 'v', redirectUri: 'https://ours.example', fields: GENUINE };
  return credentials().beginSignIn(actor, place, { content, signInId: null });
};

const store = () => {
  const tokens = { accessToken: 'a', refreshToken: 'r', signsIn: 'header' as const, times: null };
  const entry = { action: 'credential.sign-in', targetType: 'credential', targetId: place.id, detail: {} };
  const of = { organizationId, credentialId: place.id, fields: GENUINE };
  return base.store.credentials.grants.writeSignedIn(of, tokens, { actor, entry });
};

const grant = async () => (await credentials().find(place.id))?.grant;

test.each([
  ['another URL', { ...GENUINE, url: 'https://evil.example' }],
  ['other hosts', { ...GENUINE, hosts: ['evil.example'] }],
])('a sign-in is not stored for a credential that was changed since: %s', async (_, fields) => {
  await change(fields);
  const state = randomUUID();
  expect(await begin(state)).toBe(false);
  expect(await base.store.credentials.findSignIn(state)).toBeNull();
});

test('tokens are not stored for a credential that was changed during the sign-in', async () => {
  expect(await begin(randomUUID())).toBe(true);
  await change({ ...GENUINE, url: 'https://evil.example' });
  expect(await store()).toBe(false);
  expect((await grant())?.hasToken ?? false).toBe(false);
});

test('a change of the name alone does not end a sign-in', async () => {
  const state = randomUUID();
  expect(await begin(state)).toBe(true);
  place = { ...place, name: randomUUID() };
  await change({ auth: 'oauth', url: GENUINE.url });
  expect(await base.store.credentials.findSignIn(state)).toMatchObject({ content: { fields: GENUINE } });
  expect(await store()).toBe(true);
});

test('tokens are not stored for a deleted credential', async () => {
  await credentials().delete(actor, place.id, true);
  expect(await begin(randomUUID())).toBe(false);
  expect(await store()).toBe(false);
});

test('the eleventh sign-in ends the oldest one of its credential, and none of another credential', async () => {
  const ofAnother = randomUUID();
  expect(await begin(ofAnother)).toBe(true);
  await useNewCredential();
  const states = Array.from({ length: 11 }, () => randomUUID());
  for (const state of states) expect(await begin(state)).toBe(true);
  const isOpen = async (state: string) => (await base.store.credentials.findSignIn(state)) !== null;
  expect(await isOpen(states[0]!)).toBe(false);
  expect(await Promise.all([ofAnother, ...states.slice(1)].map(isOpen))).toEqual(states.map(() => true));
});
