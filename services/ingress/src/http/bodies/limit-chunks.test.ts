import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ApiError } from '../../errors/api-error.ts';
import { BodyMemory } from './body-memory.ts';
import { BodyProgress, type WatchedBody } from './body-progress.ts';
import { limitUnreadChunks } from './limit-chunks.ts';
import { readBody } from './read-body.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
let server: Server;
/** The chunks of the last request that Node.js's parser gave to us. */
let parsed: number;
let maxBytes: number;
let keepsAlive: boolean;
/** The last connection. */
let connection: Socket;
/** The last body that was read. */
let watchedBody: WatchedBody;
/** Called for each chunk that Node.js's parser gave to us. */
let onChunk: () => void;
/** Resolves when the server begins to read a body. */
let mayRead: Promise<void>;
const clients: Socket[] = [];

beforeEach(async () => {
  [maxBytes, keepsAlive, onChunk, mayRead] = [40_000, false, () => undefined, Promise.resolve()];
  const memory = new BodyMemory(1_000_000);
  const progress = new BodyProgress({ intervalMs: 60_000, minBytes: 0, othersWait: () => false });
  const watch = progress.watch.bind(progress);
  progress.watch = (watched) => {
    watchedBody = watched;
    watch(watched);
  };
  server = createServer((request, response) => {
    parsed = 0;
    connection = request.socket;
    limitUnreadChunks(request, response);
    const push = request.push.bind(request);
    request.push = (chunk) => {
      parsed += 1;
      onChunk();
      return push(chunk);
    };
    response.shouldKeepAlive = keepsAlive;
    const read = () => readBody(request, response, { maxBytes, reservation: memory.open('a'), progress });
    mayRead.then(read).then(
      (body) => response.end(String(body.length)),
      (refusal: unknown) => response.end((refusal as ApiError).code),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

async function answerTo(body: string): Promise<string> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  client.write(HEAD);
  // The body is parsed in one go, because it arrives after the head.
  await once(server, 'request');
  client.write(body);
  client.on('error', () => undefined);
  const [bytes] = (await once(client, 'data')) as [Buffer];
  clients.push(client);
  return bytes
    .toString()
    .split('\r\n\r\n')[1]!
    .split('\r\n')
    .find((line) => /[A-Z]|\d\d\d/.test(line))!;
}

test('the chunks after a refusal are not parsed one by one, and the parser is used again', async () => {
  const tiny = '1\r\na\r\n'.repeat(10_000);
  const answer = await answerTo(tiny);
  expect(answer).toBe('CHUNKS_TOO_SMALL');
  expect(parsed).toBeLessThan(2_100);
  for (let again = 0; again < 3; again += 1)
    expect(await answerTo(`${'5\r\naaaaa\r\n'.repeat(5_000)}0\r\n\r\n`)).toBe('25000');
});

test('tiny chunks that arrive before anybody reads them are not parsed one by one', async () => {
  const reading = Promise.withResolvers<void>();
  mayRead = reading.promise;
  const answer = answerTo('1\r\na\r\n'.repeat(10_000));
  await once(server, 'request');
  while (parsed === 0) await new Promise((resolve) => void setImmediate(resolve));
  expect(parsed).toBeLessThan(2_100);
  reading.resolve();
  expect(await answer).toBe('CHUNKS_TOO_SMALL');
});

test('a body that is too large is not read any more after some chunks, however long it is sent', async () => {
  expect(await answerTo('5\r\naaaaa\r\n'.repeat(100_000))).toBe('BODY_TOO_LARGE');
  // Time for many turns of the event loop.
  await new Promise((resolve) => void setTimeout(resolve, 200));
  expect(parsed).toBeLessThan(10_000 + 1_100);
});

test('a connection that stays open for its answer is not read either', async () => {
  keepsAlive = true;
  const large = `10000\r\n${'a'.repeat(65_536)}\r\n`.repeat(500);
  expect(await answerTo('5\r\naaaaa\r\n'.repeat(20_000) + large)).toBe('BODY_TOO_LARGE');
  // Time for many turns of the event loop.
  await new Promise((resolve) => void setTimeout(resolve, 200));
  expect(connection.bytesRead).toBeLessThan(8_000_000);
});

test('a body that waits for its turn is not slow', async () => {
  const waits: boolean[] = [];
  onChunk = () => waits.push(watchedBody.paused());
  expect(await answerTo(`${'5\r\naaaaa\r\n'.repeat(300)}0\r\n\r\n`)).toBe('1500');
  expect([waits[0], waits[299]]).toEqual([false, true]);
});

test('a connection continues with its next requests after a refused body that has arrived', async () => {
  keepsAlive = true;
  const next = `${HEAD}5\r\naaaaa\r\n0\r\n\r\n`;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  let received = '';
  client.on('data', (bytes: Buffer) => (received += bytes.toString()));
  const acceptedBodies = (): number => received.split('\r\n\r\n5').length - 1;
  client.write(HEAD);
  await once(server, 'request');
  client.write(`${'1\r\na\r\n'.repeat(4_000)}0\r\n\r\n${next}`);
  while (acceptedBodies() < 1) await once(client, 'data');
  expect(received).toContain('CHUNKS_TOO_SMALL');
  client.write(next);
  while (acceptedBodies() < 2) await once(client, 'data');
});

test('a turn of the event loop reads no more than 64 KiB of a body of small chunks', async () => {
  maxBytes = 400_000;
  let [inTurn, most] = [0, 0];
  onChunk = () => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    most = Math.max(most, inTurn);
  };
  const chunk = '5\r\naaaaa\r\n';
  expect(await answerTo(`${chunk.repeat(60_000)}0\r\n\r\n`)).toBe('300000');
  expect(most).toBeLessThanOrEqual(65_536 / chunk.length + 2);
});
