import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { FilesUnavailable } from '@workflow/file-store';
import { createHttpClient, readAllowedAddresses } from '@workflow/outbound';
import type { JsonObject } from '@workflow/workflow-model';
import type { SessionFiles } from './step-files.ts';
import { chain, component, sessionFixture } from './testing/session-fixture.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const head = (status: string, ...lines: string[]) => `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n`;
const OK = '200 OK';
const TYPE = 'content-type: application/json';
const answer = (status: string, body: string, ...lines: string[]) =>
  `${head(status, TYPE, `content-length: ${body.length}`, ...lines)}${body}`;
/** Ends the connection. */
const END = null;

/**
 * Runs a request with up to three attempts against a server that answers each request with its entry of `answers`, and
 * repeats the last one. Returns the methods of the requests, and the code of the failure.
 */
async function requestsOf(method: string, answers: (string | null)[][], more: JsonObject = {}, timeoutSeconds = 30) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const pieces = answers[Math.min(requests.length, answers.length - 1)] ?? [];
      requests.push(data.toString().split(' ', 1)[0] ?? '');
      for (const piece of pieces)
        if (piece === END) socket.end();
        else socket.write(piece);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const http = createHttpClient({
    allowed: readAllowedAddresses(['127.0.0.1']),
    connectTimeoutMs: 2_000,
    maxResponseBytes: 1_000,
    maxRedirects: 2,
  });
  cleanUps.push(async () => {
    await http.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const request = component(
    'r',
    'http-request',
    { method, url, ...(method === 'GET' ? {} : { body: { a: 1 } }), ...more },
    { output: 'got', timeoutSeconds, retry: { maxAttempts: 3, backoffSeconds: 0.001 } },
  );
  const { run } = sessionFixture(chain(component('in', 'input', { placeholders: [] }), request), {
    http,
    files: NO_FILES,
  });
  const outcome = await run();
  return { requests, code: outcome.kind === 'failed' ? outcome.error.code : outcome.kind };
}

/** A store that does not respond. */
const NO_FILES: SessionFiles = {
  store: {
    find: async () => null,
    read: () => Readable.from([]),
    write: async () => {
      throw new FilesUnavailable('the store does not respond');
    },
  },
  name: async () => [],
  maxInMemoryBytes: 0,
};

const LOST = { 'the connection ends within the headers': [head(OK, TYPE).slice(0, 20), END] };
const FAILURES: Record<string, [code: string, pieces: (string | null)[]]> = {
  'the body is cut off': ['HTTP_FAILED', [head(OK, 'content-length: 10'), 'abc', END]],
  'a chunk is cut off': ['HTTP_FAILED', [head(OK, 'transfer-encoding: chunked'), '5\r\nab', END]],
  'a chunk is broken': ['HTTP_FAILED', [head(OK, 'transfer-encoding: chunked'), 'zz\r\nab']],
  'the body is no gzip': ['HTTP_FAILED', [answer(OK, 'abc', 'content-encoding: gzip')]],
  'the header section breaks the protocol': [
    'HTTP_FAILED',
    ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na'],
  ],
  'the answer is no HTTP': ['HTTP_FAILED', ['220 mail.example ESMTP\r\n']],
  'a refusal is cut off': ['HTTP_FAILED', [head('503 Service Unavailable', 'content-length: 10'), 'abc', END]],
};

test.each(Object.entries(FAILURES))('a POST is sent once when %s, and a PUT again', async (_what, [code, pieces]) => {
  expect(await requestsOf('POST', [pieces])).toEqual({ requests: ['POST'], code });
  expect(await requestsOf('PUT', [pieces])).toEqual({ requests: ['PUT', 'PUT', 'PUT'], code });
});

test('a POST whose response began is sent once when the rest does not arrive in time', async () => {
  const begun = [
    head(OK, 'content-length: 10'),
    head('500 Internal Server Error', 'content-length: 10'),
    `${head(OK)}abc`,
  ];
  const ends = await Promise.all(begun.map((text) => requestsOf('POST', [[text]], {}, 2)));
  expect(ends).toEqual(begun.map(() => ({ requests: ['POST'], code: 'STEP_TIMEOUT' })));
});

test.each(['POST', 'PATCH'])(
  'a %s that was answered is not sent again when the file cannot be stored',
  async (method) => {
    const stored = await requestsOf(method, [[answer(OK, '{}')]], { responseAs: 'file' });
    expect(stored).toEqual({ requests: [method], code: 'FILE_FAILED' });
  },
);

test.each(['301 Moved', '302 Found', '303 See Other'])(
  'a POST that was answered %s is not sent again when the GET fails',
  async (status) => {
    const moved = [answer(status, '', 'location: /done')];
    expect(await requestsOf('POST', [moved, [END]])).toEqual({ requests: ['POST', 'GET'], code: 'HTTP_FAILED' });
    expect(await requestsOf('POST', [moved, [answer('503 Busy', '')]])).toEqual({
      requests: ['POST', 'GET'],
      code: 'HTTP_STATUS',
    });
  },
);

test('a POST is sent again when it had no effect', async () => {
  const elsewhere = [answer('307 Temporary Redirect', '', 'location: /there')];
  expect((await requestsOf('POST', [[END]])).requests).toEqual(['POST', 'POST', 'POST']);
  expect((await requestsOf('POST', [Object.values(LOST)[0]!])).requests).toEqual(['POST', 'POST', 'POST']);
  expect((await requestsOf('POST', [elsewhere, [END], [answer(OK, '{}')]])).requests).toEqual(['POST', 'POST', 'POST']);
  expect((await requestsOf('POST', [[answer('503 Busy', '{}')], [answer(OK, '{}')]])).requests).toEqual([
    'POST',
    'POST',
  ]);
  expect((await requestsOf('POST', [[answer('429 Slow Down', '{}')], [answer(OK, '{}')]])).requests).toEqual([
    'POST',
    'POST',
  ]);
});
