import type { TestAnswer, TestIngress } from '../start-test-ingress.ts';

export const PASSWORD = 'correct horse battery';

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

/** The first admin, with an organization. */
export async function firstAdmin(ingress: TestIngress, email = 'admin@example.com'): Promise<Person> {
  const body = { organizationName: 'First', name: 'Admin', email, password: PASSWORD };
  const answer = await ingress.request('POST', '/v1/setup', { body, headers: { 'content-type': 'application/json' } });
  if (answer.status !== 201) throw new Error(answer.text);
  return person(ingress, email);
}

/** Invites, accepts with a new account, signs in. */
export async function invite(
  ingress: TestIngress,
  admin: Person,
  email: string,
  role: 'admin' | 'member' = 'member',
): Promise<Person> {
  const invited = await admin.request('POST', '/api/auth/organization/invite-member', { email, role });
  if (invited.status !== 200) throw new Error(invited.text);
  const accepted = await ingress.request('POST', `/v1/invitations/${invited.body.id}/accept`, {
    body: { name: email, password: PASSWORD },
    headers: { 'content-type': 'application/json' },
  });
  if (accepted.status !== 201) throw new Error(accepted.text);
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
