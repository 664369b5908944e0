import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { Command } from 'commander';
import { afterEach, expect, test } from '@jest/globals';
import { openCli } from '../cli.ts';
import { Terminal } from '../terminal/terminal.ts';
import { signInByDevice } from './sign-in-by-device.ts';

/** `dropped` closes the connection without an answer. */
type Poll = 'dropped' | [status: number, body: string];

const INTERVAL_MS = 20;
const env = { HOME: '/nowhere', NO_COLOR: '1' };
const HTML = '<html>Bad gateway</html>';
const error = (message: string) => JSON.stringify({ message, errorId: 'e1' });

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** Signs in at a server that answers each poll with the next of these. */
async function signIn(polls: readonly Poll[], expiresInSeconds: number): Promise<string> {
  const codes = JSON.stringify({
    device_code: 'code',
    user_code: 'BCDF-GHJK',
    verification_uri_complete: 'http://localhost/device?code=BCDF-GHJK',
    expires_in: expiresInSeconds,
    interval: INTERVAL_MS / 1_000,
  });
  const answers: Poll[] = [[200, codes], ...polls];
  server = createServer((request, response) => {
    const answer = answers.shift() ?? [400, '{"error":"unexpected_poll"}'];
    if (answer === 'dropped') request.socket.destroy();
    else response.writeHead(answer[0]).end(answer[1]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const streams = { env, stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough() };
  const cli = openCli(new Terminal(streams), new Command(), new AbortController().signal);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return signInByDevice(cli, url, { scopes: undefined, name: undefined });
}

test('a sign-in continues after failed polls, each time with a longer pause', async () => {
  const startedMs = performance.now();
  const failures: Poll[] = [[502, HTML], [500, error('Internal error')], [429, error('Too many requests')], 'dropped'];
  expect(await signIn([...failures, [200, '{"access_token":"the-key"}']], 600)).toBe('the-key');
  // A timer may end a millisecond early.
  expect(performance.now() - startedMs).toBeGreaterThan((1 + 2 + 3 + 4 + 5) * INTERVAL_MS - 5);
});

test.each<[string, Poll, number, string]>([
  ['the service does not answer when the code expires', 'dropped', 0, 'Could not reach'],
  ['a proxy answers when the code expires', [502, HTML], 0, 'answered 502'],
  ['the service fails when the code expires', [500, error('Internal error')], 0, 'Internal error (errorId e1)'],
  ['the address is of something else', [404, HTML], 600, 'check the address'],
  ['the answer is no object', [200, 'null'], 600, 'check the address'],
  ['the sign-in is refused', [400, '{"error":"access_denied"}'], 600, 'The sign-in was refused'],
])('a sign-in ends if %s', async (_, poll, expiresInSeconds, message) => {
  await expect(signIn([poll], expiresInSeconds)).rejects.toThrow(message);
});
