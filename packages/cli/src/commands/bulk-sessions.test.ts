import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { runCli } from '../run-cli.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

interface Ended {
  status: 'DONE' | 'STOPPED' | 'FAILED';
  matched: number;
  done: number;
  failed: number;
}

/** Cancels by a filter at a server whose operation ended like this. */
async function cancelByFilter(operation: Ended): Promise<{ code: number; stdout: string; stderr: string }> {
  server = createServer((request, response) => {
    const body = request.method === 'POST' ? { operationId: 'o1' } : { id: 'o1', action: 'cancel', ...operation };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const streams = { env: { HOME: '/nowhere', NO_COLOR: '1' }, stdin: Readable.from([]), stdout, stderr };
  const args = ['sessions', 'cancel', '--filter', 'status=WAITING', '--url', url, '--key', 'x'];
  const code = await runCli(args, streams);
  stdout.end();
  stderr.end();
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}

const stopped = 'error: The operation was stopped before it changed all sessions\n';

test.each<[Ended, number, string]>([
  [{ status: 'DONE', matched: 2, done: 2, failed: 0 }, 0, ''],
  [{ status: 'DONE', matched: 0, done: 0, failed: 0 }, 0, ''],
  [{ status: 'DONE', matched: 2, done: 1, failed: 1 }, 1, ''],
  [{ status: 'FAILED', matched: 2, done: 0, failed: 2 }, 1, ''],
  [{ status: 'STOPPED', matched: 2, done: 1, failed: 0 }, 1, stopped],
])('a cancel by a filter that ends as %j exits with %i', async (operation, code, stderr) => {
  const { matched, done, failed } = operation;
  const stdout = `cancel: ${done} of ${matched} sessions changed, ${failed} failed\n`;
  expect(await cancelByFilter(operation)).toEqual({ code, stdout, stderr });
});
