import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort, waitFor } from '@workflow/test-harness';
import { connectAndSignIn, ProgramThatSignsIn } from '../../services/ingress/test/mcp-sign-in.ts';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

/** Starts a program on the user's computer, to which the browser returns with the code. */
async function startCallback(): Promise<{ server: Server; url: string; returned: Promise<URL> }> {
  let arrive: (url: URL) => void = () => undefined;
  const returned = new Promise<URL>((resolve) => (arrive = resolve));
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end('You can close this page.');
    if (request.url?.startsWith('/callback?') === true) arrive(new URL(request.url, 'http://127.0.0.1'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, returned };
}

const tokensOf = ({ tokens, client }: ProgramThatSignsIn) => ({
  refreshToken: String(tokens().refresh_token),
  clientId: String(client.client_id),
});

/** Runs in a page of another origin without cookies, as a client of MCP in a browser does. */
async function callFromPage({ url, refreshToken, clientId }: { url: string; refreshToken: string; clientId: string }) {
  const version = { 'mcp-protocol-version': '2025-06-18' };
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const list = (token: string) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        ...version,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  const challenge = (await list('none')).headers.get('www-authenticate');
  const resource = await (await fetch(`${url}/.well-known/oauth-protected-resource/mcp`, { headers: version })).json();
  const [issuer] = resource.authorization_servers;
  const described = await fetch(`${url}/.well-known/oauth-authorization-server/api/auth`, { headers: version });
  const server = await described.json();
  const registered = await fetch(server.registration_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [`${location.origin}/callback`], token_endpoint_auth_method: 'none' }),
  });
  const renewal = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId };
  const renewed = await fetch(server.token_endpoint, form({ ...renewal, resource: `${url}/mcp` }));
  const { access_token: token } = await renewed.json();
  const listed = await (await list(token)).text();
  const answer = JSON.parse(listed.slice(listed.indexOf('{')));
  const revoked = await fetch(server.revocation_endpoint, form({ token, client_id: clientId }));
  return {
    challenge,
    issuer,
    registered: registered.status,
    renewed: renewed.status,
    tools: answer.result.tools.map(({ name }: { name: string }) => name),
    revoked: revoked.status,
    after: (await list(token)).status,
  };
}

describeInBrowser('A model’s client that asks for access', () => {
  let app: ConsoleSystem;
  let callback: Awaited<ReturnType<typeof startCallback>>;
  beforeAll(async () => {
    const port = await freePort();
    callback = await startCallback();
    app = await startConsole({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
  });
  afterAll(async () => {
    await app?.stop();
    callback.server.close();
  });

  test('is named with where the answer goes, is let in by its person, and runs a workflow', async () => {
    const author = await app.open();
    const { definition, inputId } = chain();
    const mcp = { name: 'price', description: 'Prices an order.' };
    await makeWorkflow(author.context, 'Price an order', { definition: { ...definition, mcp }, inputId });
    const { complaints, page, context } = await app.open({ as: null });
    const program = new ProgramThatSignsIn(undefined, callback.url);
    const client = await connectAndSignIn('of the current major', app.baseUrl, program, async (authorizationUrl) => {
      await page.goto(authorizationUrl.href);
      await page.getByLabel('E-mail').fill(ADMIN.email);
      await page.locator('input[name=password]').fill(ADMIN.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Connect Assistant?' }).waitFor();
      await page.getByText('access is given to a program on this computer').waitFor();
      await page.getByText('Run workflows, cancel and retry sessions').waitFor();
      await waitFor(async () => (await page.getByLabel('Organization').inputValue()) !== '');
      expect(await seriousProblems(page, 'authorize')).toEqual([]);
      await page.getByRole('button', { name: 'Allow' }).focus();
      await page.keyboard.press('Enter');
      return callback.returned;
    });
    const tools = (await client.listTools()).tools.map(({ name }) => name);
    expect(tools).toContain('price');
    const called = await client.callTool({ name: 'price', arguments: { name: 'Ada' } });
    expect(called.structuredContent).toMatchObject({ status: 'SUCCEEDED', output: 'Ada' });
    await client.close();
    expect(complaints).toEqual([]);

    await page.goto(`${callback.url.replace('127.0.0.1', 'localhost')}/page`);
    const seen = await page.evaluate(callFromPage, { url: app.baseUrl, ...tokensOf(program) });
    expect(seen).toEqual({
      challenge: expect.stringContaining('/.well-known/oauth-protected-resource/mcp'),
      issuer: `${app.baseUrl}/api/auth`,
      registered: 201,
      renewed: 200,
      tools: expect.arrayContaining(['price']),
      revoked: 200,
      after: 401,
    });
    complaints.length = 0;

    const broken = new URL(program.authorizationUrl ?? '');
    broken.searchParams.set('client_id', 'nobody');
    await page.goto(broken.href);
    await page.getByRole('heading', { name: 'This application cannot be connected' }).waitFor();
    await context.close();
  });
});
