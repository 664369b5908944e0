import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { chain, component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const bytes = randomBytes(3_000_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');

const system = useContractSystem();
let server: Server;
let origin: string;
let received: { tries: number; path: string; contentType: string; body: Buffer }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const path = request.url ?? '';
      const tries = received.filter((earlier) => earlier.path === path).length + 1;
      received.push({ tries, path, contentType: request.headers['content-type'] ?? '', body });
      if (path === '/flaky' && tries === 1) response.writeHead(503).end('later');
      else if (path === '/cut-off' && tries === 1)
        response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 1_000_000), () => {
          response.destroy();
        });
      else response.writeHead(200, { 'content-type': 'application/x-thing' }).end(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const request = (config: Record<string, unknown>, name: string) =>
  component(
    'http-request',
    { method: 'POST', url: origin, ...config } as never,
    { output: name, retry: { maxAttempts: 2, backoffSeconds: 0.1 } } as never,
  );

async function filesIn(sessionId: string) {
  const client = new pg.Client({ connectionString: system.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ file_id: string }>('SELECT file_id FROM file_uses WHERE session_id = $1', [
      sessionId,
    ]);
    return rows.map(({ file_id }) => file_id);
  } finally {
    await client.end();
  }
}

test('a download of 3 MB becomes a file, is sent twice, and the second try sends all of it', async () => {
  received = [];
  const start = input();
  const workflowId = await system.api.publish(
    'Relays a file',
    chain(
      start,
      request({ method: 'GET', url: `${origin}/cut-off`, responseAs: 'file' }, 'got'),
      request({ url: `${origin}/flaky`, bodyType: 'file', body: '{{ got.body }}', responseAs: 'file' }, 'one'),
      request(
        { url: `${origin}/form`, bodyType: 'multipart', body: { f: '{{ got.body }}' }, responseAs: 'file' },
        'two',
      ),
      output({ got: '{{ got.body }}', one: '{{ one.body }}' }),
    ),
  );
  const { body } = await system.api.run(workflowId, start.id, {}, { prefer: 'wait=60' });
  expect(body).toMatchObject({
    status: 'SUCCEEDED',
    output: { got: { name: 'cut-off', contentType: 'application/x-thing', size: bytes.length, sha256 } },
  });
  expect(received.map(({ path, tries }) => `${path} ${tries}`)).toEqual([
    '/cut-off 1',
    '/cut-off 2',
    '/flaky 1',
    '/flaky 2',
    '/form 1',
  ]);
  for (const { body: sent } of received.slice(2, 4)) expect(sent.equals(bytes)).toBe(true);
  expect(received[3]?.contentType).toBe('application/x-thing');
  const form = received[4]!;
  const head = `form-data; name="f"; filename="cut-off"\r\ncontent-type: application/x-thing\r\n\r\n`;
  const from = form.body.indexOf(head) + head.length;
  expect(form.body.subarray(from, from + bytes.length).equals(bytes)).toBe(true);
  // The files of the steps that succeeded. Nothing refers to the one that was cut off.
  expect(await filesIn(String(body['sessionId']))).toHaveLength(3);
});
