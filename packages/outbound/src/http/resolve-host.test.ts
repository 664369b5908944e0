import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readAllowedAddresses } from './address-policy.ts';
import { createHttpClient } from './http-client.ts';
import { createHostResolver, type ResolveHost } from './resolve-host.ts';

const closing: (() => unknown)[] = [];
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resolve-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(folder, { recursive: true });
});

const NOT_FOUND = 3;
const IPV4 = 1;

/** Starts a name server that knows one name, does not answer names that begin with `slow`, and denies all others. */
async function startNameServer(known: string, address: string): Promise<{ server: string; asked: Set<string> }> {
  const asked = new Set<string>();
  const socket: Socket = createSocket('udp4');
  socket.on('message', (query, { port, address: from }) => {
    const name = nameIn(query);
    asked.add(name);
    if (!name.startsWith('slow')) socket.send(answerTo(query, name === known ? address : null), port, from);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closing.push(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at] !== 0; at += (query[at] as number) + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] as number)));
  return labels.join('.').toLowerCase();
}

/** Answers a question with one address (RFC 1035 §4.1), with none for types other than A, or with NXDOMAIN. */
function answerTo(query: Buffer, address: string | null): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const hasAnswer = address !== null && query.readUInt16BE(end - 4) === IPV4;
  const header = Buffer.from([
    query[0] ?? 0,
    query[1] ?? 0,
    0x81,
    0x80 + (address === null ? NOT_FOUND : 0),
    0,
    1,
    0,
    hasAnswer ? 1 : 0,
    0,
    0,
    0,
    0,
  ]);
  const record = Buffer.from([0xc0, 12, 0, IPV4, 0, 1, 0, 0, 0, 60, 0, 4, ...(address ?? '').split('.').map(Number)]);
  return Buffer.concat([header, query.subarray(12, end), ...(hasAnswer ? [record] : [])]);
}

async function resolverOf(server: string, files: { hosts?: string; resolvConf?: string } = {}): Promise<ResolveHost> {
  const hostsFile = join(folder, 'hosts');
  const resolvConfFile = join(folder, 'resolv.conf');
  await Promise.all([writeFile(hostsFile, files.hosts ?? ''), writeFile(resolvConfFile, files.resolvConf ?? '')]);
  return createHostResolver({ timeoutMs: 20_000, servers: [server], hostsFile, resolvConfFile });
}

test('names whose name server never answers delay no others', async () => {
  const names = await startNameServer('good.test', '127.0.0.1');
  const web = createServer((_request, response) => void response.end('ok')).listen(0, '127.0.0.1');
  await once(web, 'listening');
  closing.push(() => web.close());
  const client = createHttpClient({
    allowed: readAllowedAddresses(['127.0.0.1']),
    connectTimeoutMs: 20_000,
    maxResponseBytes: 10_000,
    maxRedirects: 0,
    resolveHost: await resolverOf(names.server),
  });
  closing.push(() => client.close());
  const get = (host: string) => ({ method: 'GET', url: new URL(`http://${host}`), headers: {}, body: null });
  const stop = new AbortController();
  const slow = Array.from({ length: 12 }, (_, n) =>
    client.send(get(`slow${n}.test`), stop.signal).catch(() => 'ended'),
  );
  const { port } = web.address() as AddressInfo;
  const answers = await Promise.all([1, 2, 3, 4].map(() => client.send(get(`good.test:${port}`), stop.signal)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  stop.abort(new Error('enough'));
  expect(new Set(await Promise.all(slow))).toEqual(new Set(['ended']));
});

test('a name that does not exist looks like one whose addresses are refused', async () => {
  const names = await startNameServer('internal.test', '10.0.0.7');
  const client = createHttpClient({
    allowed: readAllowedAddresses([]),
    connectTimeoutMs: 20_000,
    maxResponseBytes: 10_000,
    maxRedirects: 0,
    resolveHost: await resolverOf(names.server),
  });
  closing.push(() => client.close());
  const failureOf = async (host: string) => {
    const call = { method: 'GET', url: new URL(`http://${host}`), headers: {}, body: null };
    const error = (await client
      .send(call, new AbortController().signal)
      .catch((thrown: unknown) => thrown)) as Error & { code: string; retryable: boolean };
    return { code: error.code, retryable: error.retryable, message: error.message.replace(host, '<host>') };
  };
  const refused = await failureOf('internal.test');
  expect(refused).toEqual({
    code: 'ADDRESS_REFUSED',
    retryable: false,
    message: '<host> has no address that workflows may reach (HTTP_ALLOWED_ADDRESSES)',
  });
  expect(await failureOf('nothing.test')).toEqual(refused);
});

test("the machine's own names are used before name servers", async () => {
  const names = await startNameServer('good.test', '192.0.2.1');
  const resolve = await resolverOf(names.server, {
    hosts: '192.0.2.7 Good.test other # of ours\n2001:db8::7 good.test',
  });
  expect(await resolve('GOOD.test')).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ]);
  expect((await resolve('app.localhost')).map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
  expect(names.asked.size).toBe(0);
});

test('short names are completed by the search list, as in a cluster', async () => {
  const names = await startNameServer('web.shop.svc.cluster.local', '192.0.2.9');
  const resolve = await resolverOf(names.server, {
    resolvConf: 'search shop.svc.cluster.local svc.cluster.local\noptions ndots:5',
  });
  for (const written of ['web', 'web.shop', 'web.shop.svc.cluster.local.'])
    expect(await resolve(written)).toEqual([{ address: '192.0.2.9', family: 4 }]);
  await expect(resolve('none')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});
