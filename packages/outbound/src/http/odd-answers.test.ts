import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, expect, jest, test } from '@jest/globals';
import { readAllowedAddresses } from './address-policy.ts';
import type { HttpCall } from './http-call.ts';
import { createHttpClient } from './http-client.ts';

jest.setTimeout(5_000);
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Starts a server that answers each request with these bytes, in these pieces. `null` ends the connection. */
async function serve(...pieces: (string | Buffer | null)[]) {
  const requests: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      requests.push(data.toString().split('\r\n', 1)[0] ?? '');
      void answer(socket);
    });
  }).listen(0, '127.0.0.1');
  const answer = async (socket: Socket): Promise<void> => {
    for (const piece of pieces) {
      if (piece === null) socket.end();
      else socket.write(piece);
      await setImmediate();
    }
  };
  await once(server, 'listening');
  const client = createHttpClient({
    allowed: readAllowedAddresses(['127.0.0.1']),
    connectTimeoutMs: 2_000,
    maxResponseBytes: 10_000,
    maxRedirects: 3,
  });
  cleanUps.push(async () => {
    await client.close();
    server.close();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const send = (call: Partial<HttpCall> = {}) =>
    client.send({ method: 'GET', url, headers: {}, body: null, ...call }, new AbortController().signal);
  /** Reads the body later, as a step that stores it does. */
  const store = async (call: Partial<HttpCall> = {}): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    const streamTo = () => async (body: AsyncIterable<Buffer>) => {
      for (let turn = 0; turn < 5; turn += 1) await setImmediate();
      for await (const chunk of body) chunks.push(chunk);
    };
    await send({ ...call, streamTo });
    return Buffer.concat(chunks);
  };
  return { send, store, requests };
}

const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`;
const sized = (body: Buffer, ...lines: string[]) =>
  Buffer.concat([Buffer.from(head(...lines, `content-length: ${body.length}`)), body]);
const TEXT = Buffer.from('what was asked for');

/** A frame with a window of this many bits (RFC 8878 §3.1.1). */
function zstdFrame(windowBits: number): Buffer {
  const block = Buffer.alloc(3);
  block.writeUIntLE(TEXT.length * 8 + 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (windowBits - 10) * 8]), block, TEXT]);
}

/** RFC 9110 §8.4 and §8.6: content without a byte was not encoded. */
test.each<[string, string, string]>([
  ['of gzip', 'GET', head('content-encoding: gzip', 'content-length: 0')],
  ['of gzip in chunks', 'GET', `${head('content-encoding: gzip', 'transfer-encoding: chunked')}0\r\n\r\n`],
  ['of brotli', 'GET', head('content-encoding: br', 'content-length: 0')],
  ['of deflate', 'GET', head('content-encoding: deflate', 'content-length: 0')],
  ['of two codings', 'GET', head('content-encoding: gzip, br', 'content-length: 0')],
  ['to HEAD', 'HEAD', head('content-encoding: gzip', 'content-length: 1234')],
  ['to HEAD, larger than the limit', 'HEAD', head('content-length: 123456789')],
  ['of 204', 'GET', 'HTTP/1.1 204 No Content\r\ncontent-encoding: gzip\r\n\r\n'],
  ['of 304', 'GET', 'HTTP/1.1 304 Not Modified\r\ncontent-encoding: gzip\r\ncontent-length: 99999\r\n\r\n'],
])('an answer without content %s is empty', async (_what, method, bytes) => {
  const { send, store } = await serve(bytes);
  expect((await send({ method })).body).toHaveLength(0);
  expect(await store({ method })).toHaveLength(0);
});

test.each<[string, Buffer, string]>([
  ['gzip', gzipSync(TEXT), 'gzip'],
  ['gzip, identity', gzipSync(TEXT), 'gzip, identity'],
  ['identity, x-gzip', gzipSync(TEXT), 'identity, X-GZIP'],
  ['zlib as deflate', deflateSync(TEXT), 'deflate'],
  ['raw deflate', deflateRawSync(TEXT), 'deflate'],
  ['raw deflate within gzip', gzipSync(deflateRawSync(TEXT)), 'deflate, gzip'],
  ['zstd', zstdCompressSync(TEXT), 'zstd'],
  ['zstd with a window of 8 MiB', zstdFrame(23), 'zstd'],
  ['gzip twice', gzipSync(gzipSync(TEXT)), 'gzip,gzip'],
  ['an empty list', TEXT, ' , identity,'],
  ['a coding that is unknown', TEXT, 'gzip, compress'],
])('unpacks %s', async (_what, body, encoding) => {
  const { send, store } = await serve(sized(body, `content-encoding: ${encoding}`));
  expect((await send()).body.toString()).toBe(TEXT.toString());
  expect((await store()).toString()).toBe(TEXT.toString());
});

test('unpacks codings that are listed in several fields', async () => {
  const body = gzipSync(deflateSync(TEXT));
  const { send } = await serve(sized(body, 'content-encoding: deflate', 'content-encoding: gzip'));
  expect((await send()).body.toString()).toBe(TEXT.toString());
});

const packed = gzipSync(Buffer.alloc(3_000, 'x'));

test.each<[string, (Buffer | string | null)[]]>([
  ['a body that is cut', [sized(TEXT).subarray(0, -5), null]],
  ['chunks that are cut', [`${head('transfer-encoding: chunked')}5\r\nab`, null]],
  ['gzip that is cut', [sized(packed.subarray(0, -9), 'content-encoding: gzip')]],
  ['gzip of one byte', [sized(packed.subarray(0, 1), 'content-encoding: gzip')]],
  ['gzip that is not valid', [sized(TEXT, 'content-encoding: gzip')]],
  ['deflate that is not valid', [sized(Buffer.alloc(9, 0xff), 'content-encoding: deflate')]],
  ['brotli that is not valid', [sized(TEXT, 'content-encoding: br')]],
  ['zstd with a window of 128 MiB (RFC 9659)', [sized(zstdFrame(27), 'content-encoding: zstd')]],
  ['gzip that is cut with its connection', [sized(packed, 'content-encoding: gzip').subarray(0, -9), null]],
  ['two lengths (RFC 9112 §6.3)', ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab']],
  ['bytes that are not HTTP', ['SSH-2.0-OpenSSH_9.2\r\n']],
  ['a chunk without a length', [`${head('transfer-encoding: chunked')}zz\r\nab\r\n`]],
  [
    'an upgrade that was not requested',
    ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ],
])('fails on %s', async (_what, pieces) => {
  const { send, store } = await serve(...pieces);
  await expect(send()).rejects.toMatchObject({ code: 'HTTP_FAILED', retryable: true });
  await expect(store()).rejects.toMatchObject({ code: 'HTTP_FAILED', retryable: true });
});

test('a coding that expands without end within another one ends the reading', async () => {
  // RFC 8878 §3.1.2: a decoder skips this frame.
  const skipped = Buffer.alloc(20 * 1_048_576);
  skipped.writeUInt32LE(0x184d2a50, 0);
  skipped.writeUInt32LE(0xff_ff_ff_ff, 4);
  const { store } = await serve(sized(gzipSync(skipped), 'content-encoding: zstd, gzip'));
  await expect(store()).rejects.toMatchObject({
    code: 'HTTP_FAILED',
    message: expect.stringContaining('expands too far'),
  });
});

/** RFC 9110 §15.2: a client must be able to read interim responses that it does not expect. */
test.each<[string, string[]]>([
  ['100', ['HTTP/1.1 100 Continue\r\n\r\n', sized(TEXT).toString()]],
  ['100 together with the answer', [`HTTP/1.1 100 Continue\r\n\r\n${sized(TEXT).toString()}`]],
  ['100 without a reason and with headers', ['HTTP/1.1 100\r\nconnection: keep-alive\r\n\r\n', sized(TEXT).toString()]],
  [
    'several of 1xx',
    ['HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n', sized(TEXT).toString()],
  ],
  ['102 and 199', ['HTTP/1.1 102 Processing\r\n\r\n', `HTTP/1.1 199 Any\r\n\r\n${sized(TEXT).toString()}`]],
  [
    '100 in pieces',
    ['HT', 'TP/1.1 1', '00 Conti', 'nue\r\n', '\r', '\nHTTP/1', `.1${sized(TEXT).toString().slice(8)}`],
  ],
])('reads the answer after %s', async (_what, pieces) => {
  const { send, requests } = await serve(...pieces);
  // The second request uses the same connection.
  for (const method of ['GET', 'POST'])
    expect((await send({ method, body: method === 'GET' ? null : 'x' })).body.toString()).toBe(TEXT.toString());
  expect(requests).toHaveLength(2);
});

test('leaves a body alone that looks like an interim response', async () => {
  const body = 'HTTP/1.1 100 Continue\r\n\r\nand more';
  const { send } = await serve(head(`content-length: ${body.length}`), body.slice(0, 25), body.slice(25));
  expect((await send()).body.toString()).toBe(body);
});

test('gives one text for each header, and cookies one by one', async () => {
  const repeated = [
    'content-type: a/b',
    'content-type: c/d',
    'retry-after: 1',
    'retry-after: 2',
    'link: <a>',
    'link: <b>',
  ];
  const { send } = await serve(
    sized(TEXT, ...repeated, 'etag: "1"', 'etag: "2"', 'set-cookie: a=1', 'set-cookie: b=2'),
  );
  expect((await send()).headers).toMatchObject({
    'content-type': 'a/b',
    'retry-after': '1',
    link: '<a>, <b>',
    etag: '"1"',
    'set-cookie': ['a=1', 'b=2'],
  });
});

test.each([
  ['in UTF-8', '/Käse?q=ü#ß', 'GET /K%C3%A4se?q=%C3%BC HTTP/1.1'],
  ['encoded', '/K%C3%A4se?q=%C3%BC', 'GET /K%C3%A4se?q=%C3%BC HTTP/1.1'],
  ['partly encoded', '/Käse%20a', 'GET /K%C3%A4se%20a HTTP/1.1'],
  ['in another script', '/日本', 'GET /%E6%97%A5%E6%9C%AC HTTP/1.1'],
])('follows a location %s', async (_what, location, requested) => {
  const { send, requests } = await serve(`HTTP/1.1 302 Found\r\ncontent-length: 0\r\nlocation: ${location}\r\n\r\n`);
  await expect(send()).rejects.toMatchObject({ code: 'HTTP_TOO_MANY_REDIRECTS' });
  expect(requests[1]).toBe(requested);
});

test('follows the first of several locations', async () => {
  const locations = 'location: /first\r\nlocation: /second\r\n';
  const { send, requests } = await serve(`HTTP/1.1 302 Found\r\ncontent-length: 0\r\n${locations}\r\n`);
  await expect(send()).rejects.toMatchObject({ code: 'HTTP_TOO_MANY_REDIRECTS' });
  expect(requests[1]).toBe('GET /first HTTP/1.1');
});
