import { once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readArrivedBody } from './read-body.ts';

let server: Server;
let client: Socket;
beforeAll(async () => {
  server = createServer((request, response) => {
    void readText(request).then((text) => response.end(text));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
});
afterAll(() => {
  client?.destroy();
  server?.close();
});

/** Reads the body as a route does: after the promises of the caller key. */
async function readText(request: IncomingMessage): Promise<string> {
  await Promise.resolve();
  return (await readArrivedBody(request, 100))?.toString() ?? 'not taken';
}

async function answerTo(head: string, body: string): Promise<string> {
  client.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n${body}`);
  const [answer] = (await once(client, 'data')) as [Buffer];
  return answer.toString().split('\r\n').at(-1) ?? '';
}

test('a small body that arrived with its head is taken without listening for chunks', async () => {
  expect(await answerTo('Content-Length: 5', 'hello')).toBe('hello');
});

test.each([
  ['longer than it may be', 'Content-Length: 101', 'x'.repeat(101)],
  ['in chunks', 'Transfer-Encoding: chunked', '5\r\nhello\r\n0\r\n\r\n'],
  ['compressed', 'Content-Encoding: gzip\r\nContent-Length: 5', 'hello'],
])('one that is %s is left to be read', async (_what, head, body) => {
  expect(await answerTo(head, body)).toContain('not taken');
});

test('one that has not arrived yet is left to be read', async () => {
  expect(await answerTo('Content-Length: 5', 'he')).toContain('not taken');
});

test('one that arrived in two packets is taken whole', async () => {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-length': '5' };
  for (const chunk of ['he', 'llo', null]) request.push(chunk);
  request.complete = true;
  expect(await readText(request)).toBe('hello');
});
