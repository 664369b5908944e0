import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '@workflow/test-harness';
import { firstAdmin, type Person } from '../management/people.ts';
import { agreesAs, connectAndSignIn, ProgramThatSignsIn } from '../mcp-sign-in.ts';
import { startTestIngress, type AnyBody, type TestAnswer, type TestIngress } from '../start-test-ingress.ts';

let ingress: TestIngress;
let admin: Person;

beforeAll(async () => {
  const port = await freePort();
  ingress = await startTestIngress({
    config: { publicUrl: `http://127.0.0.1:${port}`, http: { port, corsOrigins: ['https://listed.example'] } },
  });
  admin = await firstAdmin(ingress);
});
afterAll(() => ingress?.stop());

const register = (redirectUris: string[]): Promise<TestAnswer> =>
  ingress.request('POST', '/api/auth/oauth2/register', {
    body: { redirect_uris: redirectUris, token_endpoint_auth_method: 'none', client_name: 'Editor' },
    headers: { 'content-type': 'application/json' },
  });

const HARMFUL = Buffer.from('javascript:alert(1)').toString('base64url');

describe('an installed application', () => {
  test.each(['cursor://anysphere.cursor-mcp/oauth/callback', 'vscode://publisher.extension/callback'])(
    'registers %s, is sent back there, and connects',
    async (redirectUrl) => {
      const program = new ProgramThatSignsIn(undefined, redirectUrl);
      const client = await connectAndSignIn('of the current major', ingress.url, program, async (url) => {
        const back = await agreesAs(admin)(url);
        expect(back.href.startsWith(`${redirectUrl}?`)).toBe(true);
        return back;
      });
      expect(program.client.redirect_uris).toEqual([redirectUrl]);
      expect((await client.listTools()).tools).not.toEqual([]);
      await client.close();
      const { body } = await admin.request('GET', '/v1/organization/connected-applications');
      expect(body.items[0].redirectHost).toBe(new URL(redirectUrl).protocol);
    },
  );

  test('registers a reversed domain, and returns to any port of a loopback address', async () => {
    const made = await register(['com.example.app:/callback', 'http://127.0.0.1/callback', 'http://[::1]/callback']);
    expect(made.status).toBe(201);
    for (const [redirectUri, isKnown] of [
      ['com.example.app:/callback', true],
      ['http://127.0.0.1:49152/callback', true],
      ['http://[::1]:61000/callback', true],
      ['http://127.0.0.1:49152/other', false],
      ['http://localhost:49152/callback', false],
    ] as const) {
      const url = new URL(`${ingress.url}/api/auth/oauth2/authorize`);
      const fields = {
        response_type: 'code',
        client_id: made.body.client_id,
        redirect_uri: redirectUri,
        scope: 'read',
        state: 'abc',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        resource: `${ingress.url}/mcp`,
      };
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie: admin.cookie } });
      const to = new URL(answer.headers.get('location') ?? 'none:');
      expect([redirectUri, to.pathname, to.searchParams.has('error')]).toEqual([redirectUri, '/authorize', !isKnown]);
    }
  });

  test.each([
    ['another scheme', 'myapp://callback'],
    ['what a page would run', 'javascript:alert(1)'],
    ['a fragment', 'cursor://callback#x'],
    ['a stand-in', `invalid.redirect.stand-in:/${HARMFUL}`],
    ['a stand-in in another spelling', `Invalid.REDIRECT.Stand-In:/${HARMFUL}`],
    ['a stand-in behind a space', ` invalid.redirect.stand-in:/${HARMFUL}`],
  ])('does not register %s', async (_what, uri) => {
    expect((await register([uri])).status).toBe(400);
  });
});

describe('a page of another origin', () => {
  const from = (origin: string, path: string, method: string, more: Record<string, string> = {}): Promise<TestAnswer> =>
    ingress.request(method, path, { headers: { origin, ...more } });
  const preflight = (origin: string, path: string): Promise<TestAnswer> =>
    from(origin, path, 'OPTIONS', {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
    });
  const CALLED = ['/mcp', ...['register', 'token', 'revoke'].map((name) => `/api/auth/oauth2/${name}`)];

  test.each(['http://localhost:6274', 'http://127.0.0.1:8080', 'http://[::1]:3000', 'https://listed.example'])(
    'at %s may call what a client of MCP needs, without cookies',
    async (origin) => {
      for (const path of CALLED) {
        const { status, headers } = await preflight(origin, path);
        expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, origin]);
        expect(headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
        expect(headers.has('access-control-allow-credentials')).toBe(false);
      }
      const refused = await from(origin, '/mcp', 'POST');
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
      expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
    },
  );

  test.each(['https://elsewhere.example', 'http://localhost.elsewhere.example', 'null'])(
    'at %s reads the metadata alone',
    async (origin) => {
      for (const path of CALLED)
        expect((await preflight(origin, path)).headers.has('access-control-allow-origin')).toBe(false);
      expect((await from(origin, '/mcp', 'POST')).status).toBe(403);
      const { status, headers, body } = await from(origin, '/.well-known/oauth-protected-resource/mcp', 'GET');
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      expect((body as AnyBody).resource).toBe(`${ingress.url}/mcp`);
    },
  );

  test('on this computer gets no more of the API than before', async () => {
    for (const path of ['/v1/sessions', '/api/auth/get-session', '/api/auth/oauth2/consent'])
      expect((await from('http://localhost:6274', path, 'GET')).headers.has('access-control-allow-origin')).toBe(false);
  });
});
