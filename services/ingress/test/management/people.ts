import { beforeAll } from '@jest/globals';
import type { TestAnswer, TestIngress } from '../start-test-ingress.ts';
import { PASSWORD, PASSWORD_HASH } from './known-password.ts';

export { PASSWORD } from './known-password.ts';

export interface Person {
  email: string;
  cookie: string;
  /** With the cookie, and as a page of the service sends it. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
}

export function signIn(
  ingress: TestIngress,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  return ingress.request('POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Somebody who is signed in. */
export async function person(ingress: TestIngress, email: string, password = PASSWORD): Promise<Person> {
  const answer = await signIn(ingress, email, password);
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.text}`);
  const cookie = cookiesOf(answer);
  return {
    email,
    cookie,
    request: (method, path, body, headers) => asPerson(ingress, cookie, method, path, body, headers),
  };
}

export function cookiesOf(answer: TestAnswer): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

export function asPerson(
  ingress: TestIngress,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  return ingress.request(method, path, {
    body,
    headers: {
      cookie,
      origin: ingress.url,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
}

/** The first admin, with an organization, written as the route of the set-up writes it. */
export async function firstAdmin(ingress: TestIngress, email = 'admin@example.com'): Promise<Person> {
  const { people } = ingress.context.store.management;
  const admin = { organizationName: 'First', name: 'Admin', email, passwordHash: PASSWORD_HASH };
  if (!(await people.createFirstAdmin(admin))) throw new Error('There is a user already');
  return person(ingress, email);
}

/**
 * Creates the first admin before the tests of a file or a suite. The returned object is empty until then, so use its
 * properties only in tests and hooks.
 */
export function useFirstAdmin(ingress: TestIngress): Person {
  const admin = {} as Person;
  beforeAll(async () => void Object.assign(admin, await firstAdmin(ingress)));
  return admin;
}

/** Invites, joins with a new account as the route does that accepts an invitation, signs in. */
export async function invite(
  ingress: TestIngress,
  admin: Person,
  email: string,
  role: 'admin' | 'member' = 'member',
): Promise<Person> {
  const invited = await admin.request('POST', '/api/auth/organization/invite-member', { email, role });
  if (invited.status !== 200) throw new Error(invited.text);
  const { people } = ingress.context.store.management;
  const joined = await people.joinByInvitation(invited.body.id, { name: email, passwordHash: PASSWORD_HASH });
  if (joined.kind !== 'joined') throw new Error(joined.kind);
  return person(ingress, email);
}

/** The admin of another organization, `Elsewhere`. */
export async function adminElsewhere(ingress: TestIngress, owner: Person): Promise<Person> {
  const email = 'stranger@example.com';
  const stranger = await invite(ingress, owner, email);
  await stranger.request('POST', '/api/auth/organization/create', { name: 'Elsewhere', slug: 'elsewhere' });
  await owner.request('POST', '/api/auth/organization/remove-member', { memberIdOrEmail: email });
  return stranger;
}
