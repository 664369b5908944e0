import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { busyMs, createOrganization, UNCHECKED, unstalledMs, waitFor } from '@workflow/test-harness';
import { component, useTestIngress } from '../start-test-ingress.ts';

const MIB = 1024 * 1024;
const hook = component('webhook', {}, 'request');
const ingress = useTestIngress({ config: { http: { bodyProgressIntervalMs: 2_000, maxHeaderBytes: 8_192 } } });
let attackedPath: string;
let victimPath: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  const workflowId = await ingress.workflow([hook]);
  attackedPath = `/webhook/${workflowId}?token=${await ingress.token(workflowId, hook.id)}`;
  const victim = await createOrganization(ingress.databaseUrl);
  const management = ingress.context.store.management.organization(victim.id);
  const actor = { type: 'system', id: null, name: 'test' } as const;
  const made = await management.createWorkflow(actor, {
    name: 'Victim',
    description: '',
    components: [hook],
    connections: [],
  });
  await management.publishWorkflow(actor, made.id, UNCHECKED);
  const token = await management.createToken(actor, made.id, hook.id);
  if (token.kind !== 'created') throw new Error(token.kind);
  victimPath = `/webhook/${made.id}?token=${token.value}`;
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await waitFor(() => ingress.context.bodies.memory.reserved === 0);
});

/** Opens a connection that begins a request and sends only the given bytes. */
function open(path: string, headers: string, body = Buffer.alloc(0)): { socket: Socket; answer(): string } {
  const socket = connect(ingress.port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`);
  socket.write(body);
  return { socket, answer: () => answer };
}

/** How long a victim's delivery of `bytes` takes. */
function victimMs(bytes: number): Promise<number> {
  return unstalledMs(async () => {
    const answer = await ingress.request('POST', victimPath, {
      body: JSON.stringify('x'.repeat(bytes)),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(202);
  });
}

/** Returns the time that nobody should have to wait, on a machine as busy as this one is now. */
async function bearableMs(measure: () => Promise<number>): Promise<number> {
  const before: number[] = [];
  for (let n = 0; n < 5; n += 1) before.push(await measure());
  return Math.max(1_500, 10 * Math.max(...before));
}

function healthzMs(): Promise<number> {
  return busyMs(async () => expect((await fetch(`${ingress.url}/healthz`)).status).toBe(200));
}

test('bodies that are announced and never sent keep nobody else from sending', async () => {
  const bearable = await bearableMs(() => victimMs(100_000));
  const paths = ['/v1/setup', attackedPath, attackedPath, '/api/auth/sign-in/email'];
  const attackers = Array.from({ length: 64 }, (_, index) =>
    open(paths[index % paths.length] as string, `Content-Length: ${index % 2 === 0 ? 4_000 : MIB}`, Buffer.from('{')),
  );
  for (let delivery = 0; delivery < 5; delivery += 1) expect(await victimMs(100_000)).toBeLessThan(bearable);
  await waitFor(() => attackers.every(({ answer }) => /^HTTP\/1\.1 4(08|13|29) /.test(answer())), { withinMs: 15_000 });
});

test('an organization whose bodies stop half-way takes half of the memory, and the rest is for others', async () => {
  const bearable = await bearableMs(() => victimMs(900_000));
  const attackers = Array.from({ length: 24 }, () =>
    open(attackedPath, `Content-Length: ${MIB}`, Buffer.alloc(900_000, '[')),
  );
  await waitFor(() => ingress.context.bodies.memory.waiting > 0);
  for (let delivery = 0; delivery < 5; delivery += 1) expect(await victimMs(900_000)).toBeLessThan(bearable);
  expect(ingress.context.bodies.memory.reserved).toBeLessThanOrEqual(
    ingress.context.config.http.maxLargeBodyBytesInHand + MIB,
  );
  await waitFor(() => attackers.every(({ answer }) => answer().startsWith('HTTP/1.1 408 ')), { withinMs: 40_000 });
});

test.each([
  ['/v1/setup', 9_000],
  ['/api/auth/sign-in/email', 9_000],
  ['/v1/invitations/0190f3f2-7c1a-7b6e-8a53-0d4a5b6c7d8e/accept', 9_000],
])('without a key a body has a few KiB: %s', async (path, bytes) => {
  const answer = await ingress.request('POST', path, {
    body: JSON.stringify({ password: 'x'.repeat(bytes) }),
    headers: { 'content-type': 'application/json', origin: ingress.url },
  });
  expect(answer.status).toBe(413);
});

test('a body above 1 MiB is refused, and so are headers above their limit', async () => {
  const large = await ingress.request('POST', attackedPath, {
    body: JSON.stringify('x'.repeat(MIB)),
    headers: { 'content-type': 'application/json' },
  });
  expect(large.status).toBe(413);
  const { answer } = open('/v1/setup', `X-Long: ${'x'.repeat(10_000)}`);
  await waitFor(() => answer().startsWith('HTTP/1.1 431 '));
});

test('a body whose length is not announced is refused when it exceeds the limit', async () => {
  const chunk = `2400\r\n${'x'.repeat(0x2400)}\r\n`;
  const { answer } = open('/v1/setup', 'Transfer-Encoding: chunked', Buffer.from(chunk));
  await waitFor(() => answer() !== '');
  expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
});

test('one-byte chunks, with and without a key, leave no memory behind and keep nobody waiting', async () => {
  const bearable = await bearableMs(healthzMs);
  const chunks = Buffer.from('1\r\n[\r\n'.repeat(MIB));
  const before = process.memoryUsage().rss;
  let [most, slowest] = [before, 0];
  const attackers = Array.from({ length: 6 }, (_, index) =>
    open(['/v1/setup', attackedPath, '/v1/workflow/run'][index % 3] as string, 'Transfer-Encoding: chunked', chunks),
  );
  while (
    !attackers.every(({ socket, answer }) => answer() !== '' && (socket.writableLength === 0 || socket.destroyed))
  ) {
    slowest = Math.max(slowest, await healthzMs());
    most = Math.max(most, process.memoryUsage().rss);
  }
  expect(slowest).toBeLessThan(Math.max(3_000, bearable));
  expect(most - before).toBeLessThan(256 * MIB);
  expect(attackers.map(({ answer }) => answer().slice(9, 12))).toEqual(['400', '400', '401', '400', '400', '401']);
});
