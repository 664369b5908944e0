import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { StepFailure } from '@workflow/workflow-model';
import { readAllowedAddresses } from './address-policy.ts';
import type { HttpCall, StreamedBody } from './http-call.ts';
import { createHttpClient } from './http-client.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

interface Received {
  url: string;
  body: string;
  length: string | undefined;
  authorization: string | undefined;
}

/** Starts a server that records the bodies that it receives. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const { authorization, 'content-length': length } = request.headers;
    text(request).then(
      (body) => {
        received.push({ url: request.url ?? '', body, length, authorization });
        answer(request, response);
      },
      () => undefined,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createHttpClient({
    allowed: readAllowedAddresses(['127.0.0.1']),
    connectTimeoutMs: 2_000,
    maxResponseBytes: 1_000,
    maxRedirects: 3,
  });
  cleanUps.push(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = (call: Partial<HttpCall>) =>
    client.send({ method: 'POST', url: new URL(origin), headers: {}, body: null, ...call }, never());
  return { received, send, origin };
}

const never = () => new AbortController().signal;

/** Returns a body that counts in `opened` how often it is read. */
function streamed(...parts: string[]): StreamedBody & { opened: number } {
  const body = {
    opened: 0,
    bytes: Buffer.byteLength(parts.join('')),
    async *open() {
      body.opened += 1;
      for (const part of parts) yield Buffer.from(part);
    },
  };
  return body;
}

test('a body is sent whole again after a redirect that keeps it, and after another sign-in', async () => {
  const { received, send } = await serve((request, response) => {
    if (request.url === '/') response.writeHead(307, { location: '/moved' }).end();
    else response.writeHead(request.headers.authorization === 'Bearer new' ? 200 : 401).end();
  });
  const body = streamed('one ', 'two');
  const signIn = {
    headers: { authorization: 'Bearer old' },
    hosts: null,
    renew: async () => ({ headers: { authorization: 'Bearer new' }, hosts: null }),
  };
  expect(await send({ body, signIn })).toMatchObject({ status: 200 });
  expect(received).toEqual([
    { url: '/', body: 'one two', length: '7', authorization: 'Bearer old' },
    { url: '/moved', body: 'one two', length: '7', authorization: 'Bearer old' },
    { url: '/moved', body: 'one two', length: '7', authorization: 'Bearer new' },
  ]);
  expect(body.opened).toBe(3);
});

test('a redirect that becomes a GET carries no body', async () => {
  const { received, send } = await serve((request, response) => {
    if (request.url === '/') response.writeHead(303, { location: '/seen' }).end();
    else response.end();
  });
  await send({ body: streamed('x') });
  expect(received.map(({ url, body }) => [url, body])).toEqual([
    ['/', 'x'],
    ['/seen', ''],
  ]);
});

test('a body that cannot be read fails for that reason, and the server gets no whole request', async () => {
  const { received, send } = await serve((_request, response) => void response.end());
  const body: StreamedBody = {
    bytes: 10,
    async *open() {
      yield Buffer.from('begun');
      throw new StepFailure('FILE_MISSING', 'the file is gone');
    },
  };
  await expect(send({ body })).rejects.toMatchObject({ code: 'FILE_MISSING', message: 'the file is gone' });
  expect(received).toEqual([]);
});

async function taken(answer: (response: ServerResponse) => void, call: Partial<HttpCall> = {}) {
  const { send } = await serve((_request, response) => answer(response));
  let body = '';
  const streamTo: HttpCall['streamTo'] = ({ status }) => {
    if (status >= 400) return null;
    return async (bytes) => void (body = await text(bytes));
  };
  const { body: read, status } = await send({ streamTo, ...call });
  return { status, body, read: read.toString() };
}

test('an answer of any size is passed on uncompressed; a refusal is read whole', async () => {
  const large = 'x'.repeat(50_000);
  expect(await taken((response) => response.end(large))).toEqual({ status: 200, body: large, read: '' });
  const zipped = (response: ServerResponse) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large));
  };
  expect(await taken(zipped)).toEqual({ status: 200, body: large, read: '' });
  const refused = (response: ServerResponse) => {
    response.writeHead(400).end('no');
  };
  expect(await taken(refused)).toEqual({ status: 400, body: '', read: 'no' });
});

test('an answer that breaks off fails while it is read, as does one that its reader refuses', async () => {
  const cutOff = (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': '100' }).write('part', () => void response.destroy());
  };
  await expect(taken(cutOff)).rejects.toMatchObject({ code: 'HTTP_FAILED', retryable: true });
  const streamTo = () => () => Promise.reject(new StepFailure('STORAGE_LIMIT_REACHED', 'full'));
  await expect(taken((response) => response.end('x'.repeat(500_000)), { streamTo })).rejects.toMatchObject({
    code: 'STORAGE_LIMIT_REACHED',
  });
});
