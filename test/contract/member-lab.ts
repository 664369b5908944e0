import { openSharedConsole } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';

/** A signed-in user who sends requests as a page of the service does. */
export interface SignedIn {
  email: string;
  cookie: string;
  request<Body = JsonObject>(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body }>;
  /** Requests a page of the service, or sends its form, as a browser does. */
  page(method: string, path: string, form?: Record<string, string>): Promise<Response>;
}

/** Creates an admin with a separate organization, who can invite others. */
export async function openMembers() {
  const { baseUrl, admin } = await openSharedConsole();
  const { password } = admin;
  async function signIn(email: string): Promise<SignedIn> {
    const answer = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (answer.status !== 200) throw new Error(`${email} could not sign in: ${await answer.text()}`);
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const headers = { cookie, origin: baseUrl };
    return {
      email,
      cookie,
      request: async <Body>(method: string, path: string, body?: unknown) => {
        const type = body !== undefined && { 'content-type': 'application/json' };
        const sent = body !== undefined && { body: JSON.stringify(body) };
        const response = await fetch(baseUrl + path, { method, headers: { ...headers, ...type }, ...sent });
        const text = await response.text();
        return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
      },
      page: (method, path, form) =>
        fetch(baseUrl + path, {
          method,
          redirect: 'manual',
          // A browser sends no origin from a page that sends no referrer.
          headers: { cookie, origin: 'null', 'sec-fetch-site': 'same-origin', accept: 'text/html' },
          ...(form && { body: new URLSearchParams(form) }),
        }),
    };
  }
  const owner = await signIn(admin.email);
  return {
    baseUrl,
    owner,
    async invite(email: string): Promise<SignedIn> {
      const invited = await owner.request<{ id: string }>('POST', '/api/auth/organization/invite-member', {
        email,
        role: 'member',
      });
      if (invited.status !== 200) throw new Error(JSON.stringify(invited.body));
      const accepted = await fetch(`${baseUrl}/v1/invitations/${invited.body.id}/accept`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: email, password }),
      });
      if (accepted.status !== 201) throw new Error(await accepted.text());
      return signIn(email);
    },
  };
}
