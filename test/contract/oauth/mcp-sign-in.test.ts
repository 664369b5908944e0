import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { startAuthorizationServer } from '@workflow/test-harness';
import { addApp, untilRead } from '../app-server.ts';
import { chain, component } from '../contract-system.ts';
import { startToolServer, type ToolServer } from '../tool-server.ts';
import { endToken, startOAuthLab, type OAuthLab } from './oauth-lab.ts';

const CREDENTIALS = '/v1/organization/credentials';

let lab: OAuthLab;
let tools: ToolServer;
beforeAll(async () => {
  [lab, tools] = await Promise.all([startOAuthLab({ isOpen: true, executors: 2 }), startToolServer()]);
});
afterAll(async () => {
  tools?.stop();
  await lab?.stop();
});
afterEach(() => {
  tools.redirectsTo = null;
});

let count = 0;
async function credentialOf(more: JsonObject = {}): Promise<string> {
  const fields = { type: 'mcp', url: tools.url, auth: 'oauth', ...more };
  return (await lab.api.call<{ id: string }>('POST', CREDENTIALS, { name: `M${(count += 1)}`, ...fields })).id;
}

/** Adds an app whose credential somebody signs in to, after its server refused the first reading. */
async function signedInApp(credential: string) {
  tools.authorization = { issuer: lab.server.url, accepts: (token) => lab.server.knows(token) };
  const app = await addApp(lab, { name: `tools-${(count += 1)}`, kind: 'mcp', url: tools.url, credential });
  expect(app).toMatchObject({ status: 'failed', message: expect.stringMatching(/^Sign in to .* again/) });
  lab.server.log.length = 0;
  const asked = new URL(await lab.authorize(credential));
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    resource: tools.url,
    code_challenge_method: 'S256',
    scope: expect.stringContaining('api'),
  });
  await lab.signIn(credential);
  return untilRead(lab, app.id);
}

/** Publishes a workflow that adds two numbers, and returns the function that runs it. */
async function adder(app: { id: string; version: number }) {
  const config = { app: app.id, version: app.version, action: 'add', arguments: { a: 1, b: 2 } };
  const add = component('app-action', config, { output: 'answer' });
  const workflowId = await lab.api.publish('Adds', chain(add));
  return async () => (await lab.api.run(workflowId, add.id, {}, { prefer: 'wait=60' })).body;
}

test('a server names its authorization server, where a client registers, and somebody signs in', async () => {
  const credential = await credentialOf();
  const app = await signedInApp(credential);
  // It is read again as soon as somebody has signed in.
  expect(app).toMatchObject({ status: 'ready', operationCount: 4 });
  expect(lab.server.log).toEqual([
    expect.objectContaining({ grant: 'authorization_code', resource: tools.url, status: 200 }),
  ]);
  const { clientId, verifier } = lab.server.log[0]!;
  expect(clientId).not.toBe('workflows');
  expect(verifier).not.toBeNull();

  const run = await adder(app);
  expect(await run()).toMatchObject({ status: 'SUCCEEDED' });
  await endToken(lab, credential);
  expect(await run()).toMatchObject({ status: 'SUCCEEDED' });
  expect(lab.server.log[1]).toMatchObject({ grant: 'refresh_token', resource: tools.url, clientId, status: 200 });
  // A token that the server refuses is replaced as well.
  await lab.server.forget(lab.server.log[1]!.body.access_token ?? '');
  expect(await run()).toMatchObject({ status: 'SUCCEEDED' });
  expect(lab.server.log[2]).toMatchObject({ grant: 'refresh_token', resource: tools.url, status: 200 });
  expect(await lab.api.call('POST', `${CREDENTIALS}/${credential}/test`)).toEqual({ ok: true });
  expect(await lab.show(credential)).not.toHaveProperty('clientSecret');
});

test('a client that the credential names is used as its server wants', async () => {
  const given = { clientId: 'workflows', clientSecret: 'planted-client-secret-of-the-test' };
  const app = await signedInApp(await credentialOf(given));
  expect(app).toMatchObject({ status: 'ready' });
  expect(lab.server.log).toEqual([expect.objectContaining({ clientId: 'workflows', status: 200 })]);
});

test.each([
  ['client_secret_basic', 'header'],
  ['client_secret_post', 'body'],
  ['none', 'none'],
] as const)(
  'a client registers and authenticates by %s alone, also when it refreshes',
  async (onlyMethod, expected) => {
    const server = await startAuthorizationServer({
      redirectUri: `${lab.api.baseUrl}/credentials/callback`,
      isOpen: true,
      onlyMethod,
    });
    try {
      tools.authorization = { issuer: server.url, accepts: (token) => server.knows(token) };
      const credential = await credentialOf();
      const added = await addApp(lab, { name: `tools-${(count += 1)}`, kind: 'mcp', url: tools.url, credential });
      await lab.signIn(credential);
      const app = await untilRead(lab, added.id);
      expect(app).toMatchObject({ status: 'ready' });
      const run = await adder(app);
      await endToken(lab, credential);
      expect(await run()).toMatchObject({ status: 'SUCCEEDED' });
      const sent = { authentication: expected, resource: tools.url, status: 200 };
      expect(server.log).toMatchObject([
        { ...sent, grant: 'authorization_code', verifier: expect.any(String) },
        { ...sent, grant: 'refresh_token' },
      ]);
    } finally {
      await server.stop();
    }
  },
);

test('two executors whose token has ended rotate the refresh token once', async () => {
  const credential = await credentialOf();
  const app = await signedInApp(credential);
  const run = await adder(app);
  for (let round = 0; round < 2; round += 1) {
    lab.server.log.length = 0;
    await endToken(lab, credential);
    const runs = await Promise.all(Array.from({ length: 40 }, () => run()));
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['SUCCEEDED']));
    expect(lab.server.log).toEqual([expect.objectContaining({ grant: 'refresh_token', status: 200 })]);
  }
});

test('a program signs in by itself, with a credential that names the host of the server', async () => {
  const hosts = [new URL(tools.url).hostname];
  const credential = await lab.credential({ grant: 'client-credentials', hosts });
  tools.authorization = { issuer: lab.server.url, accepts: (token) => lab.server.knows(token) };
  lab.server.log.length = 0;
  const app = await addApp(lab, { name: `tools-${(count += 1)}`, kind: 'mcp', url: tools.url, credential });
  expect(app).toMatchObject({ status: 'ready', operationCount: 4 });
  const run = await adder(app);
  await endToken(lab, credential);
  expect(await run()).toMatchObject({ status: 'SUCCEEDED' });
  expect(lab.server.log.map(({ grant, status }) => [grant, status])).toEqual([
    ['client_credentials', 200],
    ['client_credentials', 200],
  ]);
});

test.each([{ auth: 'bearer', token: 'planted-token-of-one-server' }, { auth: 'oauth' }])(
  'what signs in to one server is sent to no other: %j',
  async (more) => {
    const credential = await credentialOf(more);
    if (more.auth === 'oauth') await signedInApp(credential);
    tools.authorization = null;
    const other = await startToolServer();
    try {
      const app = await addApp(lab, { name: `other-${(count += 1)}`, kind: 'mcp', url: other.url, credential });
      expect(app).toMatchObject({ status: 'failed', message: expect.stringContaining('may not be sent') });
      const open = await addApp(lab, { name: `other-${(count += 1)}`, kind: 'mcp', url: other.url });
      const config = { app: open.id, version: open.version, action: 'add', arguments: { a: 1, b: 2 }, credential };
      const add = component('app-action', config, { output: 'answer' });
      const workflowId = await lab.api.publish('Elsewhere', chain(add));
      const { body } = await lab.api.run(workflowId, add.id, {}, { prefer: 'wait=60' });
      expect(body).toMatchObject({ status: 'FAILED', error: { code: 'CREDENTIAL_HOST' } });
      expect(other.authorizations).toEqual([]);
    } finally {
      other.stop();
    }
  },
);

test('a server that redirects to another host gets no call, and that host nothing', async () => {
  tools.authorization = null;
  const app = await addApp(lab, { name: 'moved', kind: 'mcp', url: tools.url });
  const run = await adder(app);
  const other = await startToolServer();
  try {
    tools.redirectsTo = other.url.replace('127.0.0.1', 'localhost').replace('/mcp', '');
    expect(await run()).toMatchObject({
      status: 'FAILED',
      error: { code: 'APP_UNREACHABLE', message: expect.stringContaining('redirects to another host, localhost') },
    });
    expect(other.calls).toEqual([]);
  } finally {
    other.stop();
  }
});

test('without an authorization server a sign-in is 502 with the reason', async () => {
  tools.authorization = { issuer: tools.url, accepts: () => Promise.resolve(false) };
  const answer = await lab.api.request('POST', `${CREDENTIALS}/${await credentialOf()}/authorize`, {});
  expect(answer).toMatchObject({
    status: 502,
    body: { message: `The sign-in cannot begin: The authorization server ${tools.url} publishes no metadata` },
  });
});

test('secrets that a change of the sign-in no longer needs are dropped', async () => {
  const id = await credentialOf({ auth: 'bearer', token: 'the-token-before' });
  const change = { name: `M${(count += 1)}`, type: 'mcp', url: tools.url, auth: 'oauth' };
  expect(await lab.api.request('PUT', `${CREDENTIALS}/${id}`, change)).toMatchObject({
    status: 200,
    body: { status: 'sign-in-needed' },
  });
  const back = await lab.api.request('PUT', `${CREDENTIALS}/${id}`, { ...change, auth: 'bearer' });
  expect(back).toMatchObject({ status: 400, body: { message: expect.stringContaining('token is required') } });
});
