import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { makeRouteRunner } from './run-route.ts';

let server: Server | undefined;
let client: Socket | undefined;

afterEach(() => {
  client?.destroy();
  server?.closeAllConnections();
  server?.close();
});

test('a stream that is requested before the answer to an earlier request has ended is refused', async () => {
  const streams: ServerResponse[] = [];
  const stream = (response: ServerResponse): void => {
    response.writeHead(200).flushHeaders();
    streams.push(response);
  };
  const route = { security: { kind: 'public' }, isProbe: true, handler: async () => ({ status: 200, stream }) };
  const context = { config: { http: { answerTimeoutMs: 60_000, maxBodyBytes: 1_000, maxPublicBodyBytes: 1_000 } } };
  const run = makeRouteRunner(context as never, route as never);
  const runs: Promise<void>[] = [];
  server = createServer((request, response) => void runs.push(run(request as never, response, {} as never)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.on('data', (bytes: Buffer) => (received += bytes.toString()));
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  await waitFor(() => runs.length === 3);
  await Promise.all(runs);
  expect(streams).toHaveLength(1);
  streams[0]!.end();
  const statuses = (): string[] => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!);
  await waitFor(() => statuses().length === 3);
  expect(statuses()).toEqual(['200', '400', '400']);
  expect(received).toContain('a stream must be requested after the answers to earlier requests of its connection');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await waitFor(() => statuses().at(3) === '200');
});
