import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '@workflow/test-harness';
import { firstAdmin, invite, type Person } from '../management/people.ts';
import {
  agreesAs,
  answerConsent,
  connectAndSignIn,
  OFFICIAL_CLIENTS,
  ProgramThatSignsIn,
  REDIRECT_URI,
  type ConnectedClient,
  type OfficialClient,
} from '../mcp-sign-in.ts';
import { startTestIngress, type AnyBody, type TestAnswer, type TestIngress } from '../start-test-ingress.ts';

let ingress: TestIngress;
let admin: Person;
const clients: ConnectedClient[] = [];

const KNOWN = { clientId: 'known-assistant', name: 'Known assistant', redirectUris: [REDIRECT_URI] };

beforeAll(async () => {
  const port = await freePort();
  ingress = await startTestIngress({
    config: { publicUrl: `http://127.0.0.1:${port}`, http: { port }, oauthServer: { clients: [KNOWN] } },
  });
  admin = await firstAdmin(ingress);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await ingress?.stop();
});

/** The client as it stores the id that it received. */
const known = () => ({ client_id: KNOWN.clientId, issuer: `${ingress.url}/api/auth` });

const list = (token: string): Promise<TestAnswer> =>
  ingress.request('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
  });

const token = (fields: Record<string, string>): Promise<TestAnswer> =>
  ingress.request('POST', '/api/auth/oauth2/token', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

async function signIn(person: Person, which: OfficialClient = 'of the current major', client?: AnyBody) {
  const program = new ProgramThatSignsIn(client);
  const connected = await connectAndSignIn(which, ingress.url, program, agreesAs(person));
  clients.push(connected);
  return { program, connected };
}

test('a caller without a token is answered where to get one, and for what', async () => {
  const refused = await ingress.request('POST', '/mcp', { headers: { 'content-type': 'application/json' }, body: {} });
  const metadata = `${ingress.url}/.well-known/oauth-protected-resource/mcp`;
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer resource_metadata="${metadata}", scope="run read"`,
  ]);
  const { body } = await ingress.request('GET', '/.well-known/oauth-protected-resource/mcp');
  expect(body).toMatchObject({ resource: `${ingress.url}/mcp`, scopes_supported: ['run', 'read', 'manage'] });
  const issuer = `${ingress.url}/api/auth`;
  expect(body.authorization_servers).toEqual([issuer]);
  const server = await ingress.request('GET', '/.well-known/oauth-authorization-server/api/auth');
  expect(server.body).toMatchObject({
    issuer,
    registration_endpoint: `${issuer}/oauth2/register`,
    code_challenge_methods_supported: ['S256'],
  });
  expect(server.body).not.toHaveProperty('introspection_endpoint');
  expect((await list('wfo_made-up')).headers.get('www-authenticate')).toContain('error="invalid_token"');
});

describe.each(Object.keys(OFFICIAL_CLIENTS) as OfficialClient[])('a client %s', (which) => {
  test('finds the server, registers, signs its person in, lists, calls, and renews its token', async () => {
    const { program, connected } = await signIn(admin, which);
    const { tools } = await connected.listTools();
    expect(tools.map(({ name }) => name)).toContain('list_workflows');
    const called = await connected.callTool({ name: 'list_workflows', arguments: {} });
    expect(called.isError).not.toBe(true);
    expect(program.savedTokens.refresh_token).toBeDefined();
    const renewed = await token({
      grant_type: 'refresh_token',
      refresh_token: program.savedTokens.refresh_token,
      client_id: program.client.client_id,
      resource: `${ingress.url}/mcp`,
    });
    expect([renewed.status, renewed.body.token_type]).toEqual([200, 'Bearer']);
    expect((await list(renewed.body.access_token)).status).toBe(200);
    const again = await token({
      grant_type: 'refresh_token',
      refresh_token: program.savedTokens.refresh_token,
      client_id: program.client.client_id,
    });
    expect(again.status).toBe(400);
  });
});

describe('an authorization', () => {
  const S256 = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const asked = (fields: Record<string, string>): URL => {
    const url = new URL(`${ingress.url}/api/auth/oauth2/authorize`);
    const all = {
      response_type: 'code',
      client_id: KNOWN.clientId,
      redirect_uri: REDIRECT_URI,
      scope: 'read',
      state: 'abc',
      code_challenge: S256,
      code_challenge_method: 'S256',
      resource: `${ingress.url}/mcp`,
      ...fields,
    };
    for (const [name, value] of Object.entries(all)) if (value !== '') url.searchParams.set(name, value);
    return url;
  };
  const sentTo = async (fields: Record<string, string>): Promise<URL> => {
    const answer = await fetch(asked(fields), { redirect: 'manual', headers: { cookie: admin.cookie } });
    return new URL(answer.headers.get('location') ?? 'none:');
  };

  test.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['of a scope that there is not', { scope: 'everything' }, 'invalid_scope'],
  ])('%s is refused to the client', async (_which, fields, error) => {
    const { origin, searchParams } = await sentTo(fields as Record<string, string>);
    expect([origin, searchParams.get('error')]).toEqual([new URL(REDIRECT_URI).origin, error]);
  });

  test.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['another place to be sent back to', { redirect_uri: 'https://elsewhere.example/' }],
  ])('of %s ends at a page of the console', async (_which, fields) => {
    const { origin, pathname, searchParams } = await sentTo(fields as Record<string, string>);
    expect([origin, pathname, searchParams.has('error')]).toEqual([ingress.url, '/authorize', true]);
  });

  test('is asked each time, for the organization that was shown, and can be denied', async () => {
    const other = await answerConsent(admin, asked({}), { accept: true, organizationId: crypto.randomUUID() });
    expect(other.status).toBe(409);
    const denied = await answerConsent(admin, asked({}), { accept: false });
    expect(denied.redirected?.searchParams.get('error')).toBe('access_denied');
    for (const _time of [1, 2]) {
      const agreed = await answerConsent(admin, asked({}), { accept: true });
      expect([...agreed.redirected.searchParams.keys()].toSorted()).toEqual(['code', 'iss', 'state']);
    }
    const { body } = await admin.request('GET', '/v1/organization/audit-log?limit=2');
    expect(body.items[0]).toMatchObject({
      action: 'mcp-client.authorize',
      target: { type: 'mcp-client', id: KNOWN.clientId },
      detail: { name: 'Known assistant', scopes: 'read offline_access' },
    });
  });

  test('gives a code that is good once, with its verifier, and ends its tokens when it is tried again', async () => {
    const { redirected } = await answerConsent(admin, asked({}), { accept: true });
    const exchange = {
      grant_type: 'authorization_code',
      code: redirected.searchParams.get('code') as string,
      client_id: KNOWN.clientId,
      redirect_uri: REDIRECT_URI,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    };
    const made = await token(exchange);
    expect([made.status, (await list(made.body.access_token)).status]).toEqual([200, 200]);
    expect((await token(exchange)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await list(made.body.access_token)).status).toBe(401);
    const another = await answerConsent(admin, asked({}), { accept: true });
    const code = another.redirected.searchParams.get('code') as string;
    const wrong = await token({ ...exchange, code, code_verifier: 'x'.repeat(43) });
    expect([wrong.status, wrong.body.access_token]).toEqual([401, undefined]);
  });

  test('for no resource gives a token that is refused here', async () => {
    const { redirected } = await answerConsent(admin, asked({ resource: '' }), { accept: true });
    const made = await token({
      grant_type: 'authorization_code',
      code: redirected.searchParams.get('code') as string,
      client_id: KNOWN.clientId,
      redirect_uri: REDIRECT_URI,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    });
    expect([made.status, (await list(made.body.access_token)).status]).toEqual([200, 401]);
  });
});

describe('a token', () => {
  const call = (accessToken: string, names: string[]): Promise<TestAnswer> =>
    ingress.request('POST', '/mcp', {
      body: names.map((name, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } })),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${accessToken}`,
      },
    });

  test('permits its scopes, and names all that are missing', async () => {
    const program = new ProgramThatSignsIn();
    const connected = await connectAndSignIn('of the current major', ingress.url, program, async (url) => {
      url.searchParams.set('scope', 'offline_access');
      return agreesAs(admin)(url);
    });
    clients.push(connected);
    expect((await connected.listTools()).tools).toEqual([]);
    const refused = await call(program.savedTokens.access_token, ['get_session', 'retry_session']);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="read run", ` +
        `resource_metadata="${ingress.url}/.well-known/oauth-protected-resource/mcp"`,
    ]);
  });

  test('ends with the membership of its person, immediately, and with its revocation', async () => {
    const member = await invite(ingress, admin, 'leaves@example.com');
    const { program } = await signIn(member, 'of the current major', known());
    const { access_token: accessToken, refresh_token: refreshToken } = program.savedTokens;
    expect((await list(accessToken)).status).toBe(200);
    const removed = await admin.request('POST', '/api/auth/organization/remove-member', {
      memberIdOrEmail: 'leaves@example.com',
    });
    expect([removed.status, (await list(accessToken)).status]).toEqual([200, 401]);

    const current = await signIn(admin, 'of the current major', known());
    const revoked = await ingress.request('POST', '/api/auth/oauth2/revoke', {
      body: new URLSearchParams({
        token: current.program.savedTokens.access_token,
        client_id: KNOWN.clientId,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([revoked.status, (await list(current.program.savedTokens.access_token)).status]).toEqual([200, 401]);
    expect(refreshToken).toMatch(/^wfr_/);
  });

  test('is stored as a hash alone, and is no key of the other routes', async () => {
    const { program } = await signIn(admin, 'of the current major', known());
    const { access_token: accessToken } = program.savedTokens;
    const { database } = ingress.context.store.management.people as { database: AnyBody };
    const stored = JSON.stringify(await database.oauthAccessToken.findMany());
    expect(stored).not.toContain(accessToken.slice(4));
    for (const headers of [{ 'x-api-key': accessToken }, { authorization: `Bearer ${accessToken}` }])
      expect((await ingress.request('GET', '/v1/sessions', { headers })).status).toBeGreaterThanOrEqual(401);
  });
});

describe('registration', () => {
  const register = (metadata: Record<string, unknown>, on: TestIngress = ingress): Promise<TestAnswer> =>
    on.request('POST', '/api/auth/oauth2/register', {
      body: { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none', ...metadata },
      headers: { 'content-type': 'application/json' },
    });

  test('refuses what a person could not read, and places that a code must not be sent to', async () => {
    for (const metadata of [
      { client_name: 'x'.repeat(101) },
      { redirect_uris: Array.from({ length: 11 }, (_, index) => `${REDIRECT_URI}/${index}`) },
      { redirect_uris: ['http://elsewhere.example/'] },
      { redirect_uris: ['javascript:alert(1)'] },
      { skip_consent: true },
    ])
      expect([metadata, (await register(metadata)).status]).toEqual([metadata, 400]);
  });

  test('is limited in number and rate, and a client that nobody uses is removed', async () => {
    const small = await startTestIngress({ config: { oauthServer: { maxClients: 2, registrationsPerHour: 4 } } });
    try {
      const statuses = async (count: number): Promise<number[]> => {
        const answers: number[] = [];
        for (let index = 0; index < count; index += 1) answers.push((await register({}, small)).status);
        return answers;
      };
      expect(await statuses(3)).toEqual([201, 201, 429]);
      const { database } = small.context.store.management.people as { database: AnyBody };
      const made = { createdAt: new Date(Date.now() - 2 * small.context.config.oauthServer.unusedClientMs) };
      await database.oauthClient.updateMany({ data: made });
      expect(await statuses(2)).toEqual([201, 429]);
      expect(await database.oauthClient.count()).toBe(1);
    } finally {
      await small.stop();
    }
  });
});
