import { describe, expect, test } from '@jest/globals';
import { StepFailure } from '@workflow/workflow-model';
import type { HttpAnswer, HttpCall } from '../http/http-call.ts';
import { discoverServer } from './discover-server.ts';
import { authenticationAt, registerClient } from './register-client.ts';

const RESOURCE = 'https://tools.example.com/mcp/v1';
const ISSUER = 'https://auth.example.com/tenant';
const SERVER = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
};
const AT_RESOURCE = 'https://tools.example.com/.well-known/oauth-protected-resource/mcp/v1';
const AT_ISSUER = 'https://auth.example.com/.well-known/oauth-authorization-server/tenant';
const PROTECTED = { resource: RESOURCE, authorization_servers: [ISSUER] };

/** An answer: a body, a redirect, or a challenge. */
type Page = object | `to ${string}`;

/** Returns the tools with which a test discovers a server. `asked` are the requested URLs. */
function toolsFor(pages: Record<string, Page>, challenge = '') {
  const asked: string[] = [];
  const send = (call: HttpCall): Promise<HttpAnswer> => {
    const { href } = call.url;
    asked.push(href);
    const page = pages[href];
    if (typeof page === 'string') {
      const to = new URL(page.slice('to '.length));
      call.onRedirect?.(call.url, to);
      return send({ ...call, url: to });
    }
    const headers = href === RESOURCE ? { 'www-authenticate': challenge } : {};
    return Promise.resolve({
      status: page === undefined ? 404 : 200,
      headers,
      body: Buffer.from(JSON.stringify(page ?? {})),
    });
  };
  const isProtected = (url: string): boolean => url.startsWith('https:');
  return { asked, tools: { http: { send }, signal: new AbortController().signal, isProtected } };
}

describe('the authorization server is found', () => {
  test.each<[string, Record<string, Page>, string]>([
    ['by metadata at the path of the resource', { [AT_RESOURCE]: PROTECTED, [AT_ISSUER]: SERVER }, ''],
    [
      'by metadata at the root',
      { 'https://tools.example.com/.well-known/oauth-protected-resource': PROTECTED, [AT_ISSUER]: SERVER },
      '',
    ],
    [
      'by the URL in the challenge',
      { 'https://tools.example.com/meta': PROTECTED, [AT_ISSUER]: SERVER },
      'Bearer error="invalid_token", resource_metadata="https://tools.example.com/meta"',
    ],
    [
      'by OpenID Connect Discovery with the path appended',
      { [AT_RESOURCE]: PROTECTED, [`${ISSUER}/.well-known/openid-configuration`]: SERVER },
      '',
    ],
    [
      'by OpenID Connect Discovery with the path inserted',
      { [AT_RESOURCE]: PROTECTED, 'https://auth.example.com/.well-known/openid-configuration/tenant': SERVER },
      '',
    ],
    [
      'after a redirect within the host',
      {
        [AT_RESOURCE]: 'to https://tools.example.com/meta',
        'https://tools.example.com/meta': PROTECTED,
        [AT_ISSUER]: SERVER,
      },
      '',
    ],
  ])('%s', async (_how, pages, challenge) => {
    expect(await discoverServer(toolsFor(pages, challenge).tools, RESOURCE)).toMatchObject({
      issuer: ISSUER,
      authorizationUrl: `${ISSUER}/authorize`,
      tokenUrl: `${ISSUER}/token`,
      resource: RESOURCE,
    });
  });

  test('at the origin of a server of an earlier revision', async () => {
    const origin = 'https://tools.example.com';
    const pages = { [`${origin}/.well-known/oauth-authorization-server`]: { ...SERVER, issuer: origin } };
    expect(await discoverServer(toolsFor(pages).tools, RESOURCE)).toMatchObject({ issuer: origin, resource: RESOURCE });
  });

  test('scopes are those of the challenge, else those of the resource, with one for refreshing', async () => {
    const pages = {
      [AT_RESOURCE]: { ...PROTECTED, scopes_supported: ['read', 'write'] },
      [AT_ISSUER]: { ...SERVER, scopes_supported: ['read', 'offline_access'] },
    };
    const { scopes } = await discoverServer(toolsFor(pages).tools, RESOURCE);
    expect(scopes).toEqual(['read', 'write', 'offline_access']);
    const asked = await discoverServer(toolsFor(pages, 'Bearer scope="read"').tools, RESOURCE);
    expect(asked.scopes).toEqual(['read', 'offline_access']);
  });
});

describe('is refused', () => {
  test.each<[string, Record<string, Page>, RegExp]>([
    [
      'metadata of another resource',
      { [AT_RESOURCE]: { ...PROTECTED, resource: 'https://else.example.com/' } },
      /describes another resource/,
    ],
    [
      'metadata of a neighbouring resource',
      { [AT_RESOURCE]: { ...PROTECTED, resource: 'https://tools.example.com/mcp/v' } },
      /describes another resource/,
    ],
    [
      'another issuer',
      { [AT_RESOURCE]: PROTECTED, [AT_ISSUER]: { ...SERVER, issuer: 'https://evil.example.com' } },
      /is of another issuer/,
    ],
    [
      'a token endpoint without encryption',
      { [AT_RESOURCE]: PROTECTED, [AT_ISSUER]: { ...SERVER, token_endpoint: 'http://auth.example.com/token' } },
      /token_endpoint .* does not begin with https/,
    ],
    [
      'a server without S256',
      { [AT_RESOURCE]: PROTECTED, [AT_ISSUER]: { ...SERVER, code_challenge_methods_supported: ['plain'] } },
      /does not support PKCE/,
    ],
    [
      'a redirect to another host',
      { [AT_RESOURCE]: 'to https://evil.example.com/meta', 'https://evil.example.com/meta': PROTECTED },
      /redirects to another host, evil.example.com/,
    ],
    ['a server without metadata', { [AT_RESOURCE]: PROTECTED }, /publishes no metadata/],
  ])('%s', async (_what, pages, reason) => {
    const { tools, asked } = toolsFor(pages);
    await expect(discoverServer(tools, RESOURCE)).rejects.toThrow(reason);
    expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
  });

  test('a server that cannot be reached, with the reason of the client', async () => {
    const send = () => Promise.reject(new StepFailure('ADDRESS_REFUSED', 'Workflows may not reach it'));
    const tools = { ...toolsFor({}).tools, http: { send } };
    await expect(discoverServer(tools, RESOURCE)).rejects.toThrow('Workflows may not reach it');
  });
});

describe('a client', () => {
  const found = async (more: object) =>
    discoverServer(toolsFor({ [AT_RESOURCE]: PROTECTED, [AT_ISSUER]: { ...SERVER, ...more } }).tools, RESOURCE);
  const registration = `${ISSUER}/register`;
  const register = async (methods: string[] | undefined, answer: object) => {
    const server = await found({
      registration_endpoint: registration,
      ...(methods && { token_endpoint_auth_methods_supported: methods }),
    });
    const { tools } = toolsFor({ [registration]: answer });
    return registerClient(tools, server, { name: 'Us', redirectUri: 'https://us.example.com/callback' });
  };

  test.each<[string, string[] | undefined, object, string]>([
    ['with a secret in the header, where the server names no way', undefined, { client_secret: 's' }, 'auto'],
    ['with a secret in the header', ['client_secret_post', 'client_secret_basic'], { client_secret: 's' }, 'basic'],
    ['with a secret in the body', ['client_secret_post', 'none'], { client_secret: 's' }, 'body'],
    ['without a secret', ['none'], {}, 'none'],
    [
      'as the server decided',
      ['client_secret_basic'],
      { client_secret: 's', token_endpoint_auth_method: 'client_secret_post' },
      'body',
    ],
  ])('authenticates %s', async (_how, methods, answer, expected) => {
    const client = await register(methods, { client_id: 'c', ...answer });
    expect(client).toMatchObject({ clientId: 'c', clientAuthentication: expected });
  });

  test('that was given authenticates in the only way that the server has', async () => {
    const server = await found({ token_endpoint_auth_methods_supported: ['client_secret_post', 'none'] });
    expect(authenticationAt(server, 's')).toBe('body');
    expect(authenticationAt(server, '')).toBe('none');
  });

  test('is not registered where a server registers none', async () => {
    const { tools } = toolsFor({});
    await expect(registerClient(tools, await found({}), { name: 'Us', redirectUri: 'https://us' })).rejects.toThrow(
      /registers no clients/,
    );
  });
});

test('metadata of very many names is not read', async () => {
  const names = Object.fromEntries(Array.from({ length: 20_000 }, (_, number) => [`name${number}`, 'x']));
  const { tools } = toolsFor({ [AT_RESOURCE]: PROTECTED, [AT_ISSUER]: { ...SERVER, ...names } });
  await expect(discoverServer(tools, RESOURCE)).rejects.toThrow(`${ISSUER} publishes no metadata`);
});
