import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readAllowedAddresses } from './address-policy.ts';
import type { HttpCall } from './http-call.ts';
import type { HttpClient, HttpClientOptions } from './http-client.ts';
import { createHttpClient } from './http-client.ts';
import type { ResolveHost } from './resolve-host.ts';

const servers: Server[] = [];
const clients: HttpClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function client(overrides: Partial<HttpClientOptions> = {}): HttpClient {
  const made = createHttpClient({
    allowed: readAllowedAddresses(['127.0.0.1']),
    connectTimeoutMs: 2_000,
    maxResponseBytes: 10_000,
    maxRedirects: 3,
    ...overrides,
  });
  clients.push(made);
  return made;
}

const get = (url: string, more: Partial<HttpCall> = {}): HttpCall => ({
  method: 'GET',
  url: new URL(url),
  headers: {},
  body: null,
  ...more,
});
const never = () => new AbortController().signal;
/** Returns a resolver that gives these answers, one after the other. */
const resolving =
  (...answers: string[][]): ResolveHost =>
  () =>
    Promise.resolve(
      ((answers.length > 1 ? answers.shift() : answers[0]) as string[]).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    );

describe('addresses', () => {
  test.each([
    'http://127.0.0.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://2130706433',
    'http://0x7f.1',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost',
    'http://0',
  ])('refuses %s', async (url) => {
    const port = await serve((_request, response) => void response.end('secret'));
    const target = new URL(url);
    if (target.port === '' && !url.includes('169.254')) target.port = String(port);
    await expect(client({ allowed: readAllowedAddresses([]) }).send(get(target.href), never())).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      retryable: false,
    });
  });

  test('refuses a name that resolves to a private address', async () => {
    const guarded = client({ allowed: readAllowedAddresses([]), resolveHost: resolving(['10.0.0.7', '::1']) });
    await expect(guarded.send(get('http://innocent.example'), never())).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
  });

  test('connects to no private address when the name resolves differently between two requests', async () => {
    let requests = 0;
    const port = await serve((_request, response) => {
      requests += 1;
      response.setHeader('connection', 'close').end('secret');
    });
    const rebinding = client({
      allowed: readAllowedAddresses(['127.0.0.5']),
      resolveHost: resolving(['127.0.0.5'], ['127.0.0.1']),
    });
    await rebinding.send(get(`http://rebind.example:${port}`), never()).catch(() => undefined);
    await expect(rebinding.send(get(`http://rebind.example:${port}`), never())).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
    expect(requests).toBe(0);
  });

  test('uses the open one of several addresses', async () => {
    const port = await serve((_request, response) => void response.end('ok'));
    const mixed = client({ resolveHost: resolving(['10.0.0.7', '127.0.0.1']) });
    expect((await mixed.send(get(`http://mixed.example:${port}`), never())).status).toBe(200);
  });

  test('checks the address again on every redirect', async () => {
    const port = await serve(
      (_request, response) =>
        void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    );
    await expect(client().send(get(`http://127.0.0.1:${port}`), never())).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
  });
});

describe('redirects', () => {
  test('follows with the same headers within an origin, and without them to another', async () => {
    const seen: IncomingMessage[] = [];
    const other = await serve((request, response) => {
      seen.push(request);
      response.end('there');
    });
    const port = await serve((request, response) => {
      seen.push(request);
      response.writeHead(307, { location: request.url === '/a' ? '/b' : `http://127.0.0.1:${other}/c` }).end();
    });
    const headers = {
      authorization: 'Bearer x',
      cookie: 'a=b',
      'x-api-key': 'k',
      'idempotency-key': 'i',
      'content-type': 'text/plain',
    };
    const answer = await client().send(
      get(`http://127.0.0.1:${port}/a`, { method: 'POST', headers, body: 'hello' }),
      never(),
    );
    expect(answer.body.toString()).toBe('there');
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /a', 'POST /b', 'POST /c']);
    expect(seen[1]?.headers).toMatchObject(headers);
    expect(seen[2]?.headers).toMatchObject({ 'content-type': 'text/plain' });
    for (const name of ['authorization', 'cookie', 'x-api-key', 'idempotency-key'])
      expect(seen[2]?.headers).not.toHaveProperty(name);
  });

  test.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('answers a POST that is redirected with %i by %s', async (status, method) => {
    const methods: string[] = [];
    const port = await serve((request, response) => {
      methods.push(request.method as string);
      if (request.url === '/to') response.end();
      else response.writeHead(status, { location: '/to' }).end();
    });
    await client().send(get(`http://127.0.0.1:${port}/from`, { method: 'POST', body: 'x' }), never());
    expect(methods).toEqual(['POST', method]);
  });

  test('ends a circle', async () => {
    const port = await serve((_request, response) => void response.writeHead(302, { location: '/' }).end());
    await expect(client().send(get(`http://127.0.0.1:${port}`), never())).rejects.toMatchObject({
      code: 'HTTP_TOO_MANY_REDIRECTS',
    });
  });

  test('follows to no other scheme', async () => {
    const port = await serve(
      (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    await expect(client().send(get(`http://127.0.0.1:${port}`), never())).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
  });
});

describe('answers', () => {
  test('refuses more than the limit: announced, streamed or unpacked', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/zip')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)));
      else if (request.url === '/stream') for (let i = 0; i < 20; i += 1) response.write('x'.repeat(1_000));
      else response.end('x'.repeat(20_000));
    });
    for (const path of ['/', '/stream', '/zip']) {
      await expect(client().send(get(`http://127.0.0.1:${port}${path}`), never())).rejects.toMatchObject({
        code: 'HTTP_RESPONSE_TOO_LARGE',
        retryable: false,
      });
    }
  });

  test('unpacks what is compressed', async () => {
    const port = await serve(
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
    );
    expect((await client().send(get(`http://127.0.0.1:${port}`), never())).body.toString()).toBe('hello');
  });

  test('fails with a retryable error when nobody listens or the connection breaks', async () => {
    const port = await serve((request) => void request.socket.destroy());
    await expect(client().send(get(`http://127.0.0.1:${port}`), never())).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      retryable: true,
    });
    await expect(client().send(get('http://127.0.0.1:1'), never())).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      retryable: true,
    });
  });

  test('ends the connection when it is aborted', async () => {
    const controller = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const port = await serve((request) => {
      closed = once(request.socket, 'close');
      controller.abort(new Error('cancelled'));
    });
    await expect(client().send(get(`http://127.0.0.1:${port}`), controller.signal)).rejects.toThrow('cancelled');
    await closed;
  });
});
