import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { limitPipelinedRequests } from './limit-pipelined-requests.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
/** The first request of a connection, and those that may wait behind it. */
const MOST = 101;

let server: Server;
const clients: Socket[] = [];
/** The number of requests that Node.js's parser gave to us. */
let parsed: number;
/** The responses of the requests that began, which are not answered yet. */
let begun: ServerResponse[];

beforeEach(async () => {
  [parsed, begun] = [0, []];
  server = createServer((request, response) => {
    parsed += 1;
    const admission = limitPipelinedRequests(request, response);
    if (admission === 'accepted') begun.push(response);
    else if (admission === 'refused') response.writeHead(429).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

interface Connection {
  client: Socket;
  statuses(): string[];
  lastAnswer(): string;
}

async function open(): Promise<Connection> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  let received = '';
  client.on('error', () => undefined);
  client.on('data', (bytes: Buffer) => (received += bytes.toString()));
  await once(client, 'connect');
  return {
    client,
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!),
    lastAnswer: () => received.slice(received.lastIndexOf('HTTP/1.1')),
  };
}

/** Sends requests in one packet, and resolves when they were parsed. */
async function send(client: Socket, requests: string): Promise<void> {
  client.write(requests);
  await once(server, 'request');
  await new Promise((resolve) => void setImmediate(resolve));
}

function answerAll(): void {
  for (const response of begun.splice(0)) response.end();
}

test('of a thousand requests in one packet a few begin, the next is refused, and the others are ignored', async () => {
  const { client, statuses } = await open();
  await send(client, GET.repeat(1_000));
  expect([begun.length, parsed]).toEqual([MOST, MOST + 1]);
  answerAll();
  await once(client, 'close');
  expect(statuses()).toEqual([...Array.from({ length: MOST }, () => '200'), '429']);
});

test('the answer to the refused request closes the connection', async () => {
  const { client, statuses, lastAnswer } = await open();
  await send(client, GET.repeat(MOST + 1));
  answerAll();
  await once(client, 'close');
  expect(statuses().at(-1)).toBe('429');
  expect(lastAnswer()).toContain('\r\nConnection: close\r\n');
});

test('a body behind the refused request ends no process', async () => {
  const { client } = await open();
  const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody';
  await send(client, GET.repeat(MOST) + post.repeat(100));
  expect([begun.length, parsed]).toEqual([MOST, MOST + 1]);
  answerAll();
  await once(client, 'close');
});

test('a connection continues while its client sends no more than the limit at a time', async () => {
  const { client, statuses } = await open();
  for (let round = 1; round <= 3; round += 1) {
    await send(client, GET.repeat(MOST));
    expect(begun).toHaveLength(MOST);
    answerAll();
    while (statuses().length < round * MOST) await once(client, 'data');
  }
  expect(new Set(statuses())).toEqual(new Set(['200']));
});

test('the parser of a refused connection parses for the next one', async () => {
  for (let again = 0; again < 3; again += 1) {
    const { client, statuses } = await open();
    await send(client, GET.repeat(200));
    answerAll();
    await once(client, 'close');
    expect(statuses()).toHaveLength(MOST + 1);
  }
});
