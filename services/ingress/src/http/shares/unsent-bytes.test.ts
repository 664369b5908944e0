import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { endInParts } from '../answers/end-in-parts.ts';
import { UnsentBytes } from './unsent-bytes.ts';

const MIB = 1_048_576;
/** More than the system buffers for a client that reads nothing. */
const ANSWER = Buffer.alloc(16 * MIB, 'x');
const LIMITS = {
  maxBytes: 96 * MIB,
  maxBytesPerOrganization: 64 * MIB,
  maxBytesPerConnection: 32 * MIB,
  timeoutMs: 30_000,
};

let server: Server | undefined;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server?.close();
  await (server && once(server, 'close'));
});

/**
 * Answers each request with 16 MiB for the organization that is its path. With `?stream` the answer does not end, and
 * with `?dots` it has a dot from time to time.
 */
async function serve(options: Partial<typeof LIMITS> = {}) {
  const unsent = new UnsentBytes({ ...LIMITS, ...options });
  let most = 0;
  const own = createServer((request, response) => {
    const [organization = '', query] = (request.url ?? '').split('?');
    if (query === 'stream') {
      const release = unsent.take(response, organization, ANSWER.length);
      if (release !== null) response.once('close', release).write(ANSWER);
      return;
    }
    if (query === 'dots') {
      const timer = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(timer));
      return;
    }
    unsent
      .hold(response, organization, ANSWER.length)
      .then((hasRoom) => {
        most = Math.max(most, unsent.total);
        if (hasRoom) void endInParts(response, [ANSWER]);
      })
      .catch(() => response.writeHead(429).end());
  }).listen(0, '127.0.0.1');
  server = own;
  await once(own, 'listening');
  const { port } = own.address() as AddressInfo;
  /** Sends a request and reads nothing. */
  const ask = (organization: string, { method = 'POST', times = 1 } = {}): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(`${method} ${organization} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`.repeat(times));
    sockets.push(socket);
    return socket;
  };
  const read = async (organization: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}${organization}`, { method: 'POST' });
    return (await answer.arrayBuffer()).byteLength;
  };
  return { unsent, ask, read, most: () => most };
}

test('20 clients that read nothing hold no more than the bound, and one that reads gets its answer', async () => {
  const { unsent, ask, read, most } = await serve();
  for (let client = 0; client < 20; client += 1) ask('/evil');
  await waitFor(() => unsent.waiting > 0);
  expect(unsent.total).toBeLessThanOrEqual(LIMITS.maxBytesPerOrganization);
  expect(await read('/neighbour')).toBe(ANSWER.length);
  // The waiting one starts when a client that read nothing is disconnected, and so does a reader afterwards.
  await waitFor(() => unsent.waiting === 0);
  expect(await read('/evil')).toBe(ANSWER.length);
  expect(most()).toBeLessThanOrEqual(LIMITS.maxBytes);
});

test('streams whose clients read nothing are disconnected if an answer waits for room', async () => {
  const { unsent, ask, read } = await serve();
  for (let client = 0; client < 4; client += 1) ask('/evil?stream');
  await waitFor(() => unsent.total === LIMITS.maxBytesPerOrganization);
  expect(await read('/evil')).toBe(ANSWER.length);
  await waitFor(() => unsent.total < LIMITS.maxBytesPerOrganization);
});

test('many clients that read all get their answers, though not all have room at the same time', async () => {
  const { read, most } = await serve({ maxBytesPerOrganization: 128 * MIB, maxBytes: 32 * MIB });
  const answers = await Promise.all(Array.from({ length: 3 }, () => read('/busy')));
  expect(answers).toEqual([ANSWER.length, ANSWER.length, ANSWER.length]);
  expect(most()).toBeLessThanOrEqual(32 * MIB);
});

test('a read without room is refused immediately, and changes without room are bounded as well', async () => {
  const { unsent, ask } = await serve();
  for (let client = 0; client < 4; client += 1) ask('/evil');
  await waitFor(() => unsent.total === LIMITS.maxBytesPerOrganization);
  const refused = ask('/evil', { method: 'GET' });
  refused.resume();
  const [head] = (await once(refused, 'data')) as [Buffer];
  expect(head.toString()).toContain('HTTP/1.1 429');
  const clients = Array.from({ length: 6 }, () => ask('/evil'));
  const closed = clients.map((socket) => once(socket.resume(), 'close'));
  // One answer may wait when no other does. Further ones are closed.
  await Promise.race(closed);
  expect(unsent.waiting).toBeLessThanOrEqual(1);
});

test('requests that one connection sends ahead of their answers are bounded for it', async () => {
  const { unsent, ask } = await serve({ maxBytesPerOrganization: 640 * MIB, maxBytes: 640 * MIB });
  ask('/evil', { times: 8 });
  await waitFor(() => unsent.total > 0);
  ask('/other');
  await waitFor(() => unsent.total > LIMITS.maxBytesPerConnection);
  expect(unsent.total).toBe(LIMITS.maxBytesPerConnection + ANSWER.length);
});

test('an answer behind one that does not end is given up after a time, though its client reads', async () => {
  const { unsent, ask, read } = await serve({ timeoutMs: 500 });
  const socket = ask('/evil?dots').resume();
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  socket.write('POST /evil HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  await waitFor(() => unsent.total === ANSWER.length);
  await closed;
  await waitFor(() => unsent.total === 0);
  expect(await read('/evil')).toBe(ANSWER.length);
});

test('an answer behind one that does not end is given up early if another one waits for room', async () => {
  const { unsent, ask, read } = await serve({ maxBytes: ANSWER.length });
  const socket = ask('/evil?dots').resume();
  socket.write('POST /evil HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  await waitFor(() => unsent.total === ANSWER.length);
  expect(await read('/neighbour')).toBe(ANSWER.length);
});

test('what a client has read makes room again', async () => {
  const { unsent, read } = await serve();
  await read('/one');
  await waitFor(() => unsent.total === 0);
});
