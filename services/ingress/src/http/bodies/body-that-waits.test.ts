import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { BodyReservation } from './body-memory.ts';
import { BodyProgress } from './body-progress.ts';
import { readBody } from './read-body.ts';

let server: Server;
let client: Socket;
/** Chunks that wait for memory, in the order in which they arrived. Each function gives memory to one. */
let waiting: (() => void)[];
let onWait: () => void;
let giveUp: () => void;

beforeEach(async () => {
  [waiting, onWait] = [[], () => undefined];
  const reservation = {
    counted: 0,
    grow: () => false,
    room: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        onWait();
      }),
    release: () => undefined,
  } as unknown as BodyReservation;
  const progress = new BodyProgress({ intervalMs: 60_000, minBytes: 0, othersWait: () => false });
  server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end('next');
    giveUp = () => void response.end('given up');
    readBody(request, response, { maxBytes: 1_000, reservation, progress }).then(
      (body) => response.end(body),
      () => response.end('refused'),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
});
afterEach(() => {
  client.destroy();
  server.close();
});

async function answer(): Promise<string> {
  const [bytes] = (await once(client, 'data')) as [Buffer];
  return bytes.toString().split('\r\n').at(-1)!;
}

/** @returns the function that gives the next chunk its memory, once it waits for it */
async function nextToWait(): Promise<() => void> {
  if (waiting.length === 0) await new Promise<void>((resolve) => (onWait = resolve));
  // When there is no more of it, the end of the request is reported by now.
  await new Promise((resolve) => setImmediate(resolve));
  return waiting.shift()!;
}

const POST = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const CHUNK = '10\r\n0123456789abcdef\r\n';
const END = '0\r\n\r\n';

test('a body of which each chunk waits for memory is read whole, and the connection goes on', async () => {
  client.write(POST + CHUNK + CHUNK + END);
  for (let chunk = 0; chunk < 2; chunk += 1) (await nextToWait())();
  expect(await answer()).toBe('0123456789abcdef'.repeat(2));
  client.write(GET);
  expect(await answer()).toBe('next');
});

test('a connection whose request was answered while its body waited goes on', async () => {
  client.write(POST + CHUNK);
  await nextToWait();
  giveUp();
  expect(await answer()).toContain('given up');
  client.write(END + GET);
  expect(await answer()).toBe('next');
});
