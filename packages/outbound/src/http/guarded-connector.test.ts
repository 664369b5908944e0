import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readAllowedAddresses } from './address-policy.ts';
import { createGuardedConnector } from './guarded-connector.ts';

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

const resolveHost = (host: string) =>
  Promise.resolve(
    (host === 'mixed.example' ? ['10.0.0.7', '127.0.0.1'] : ['10.0.0.7']).map((address) => ({ address, family: 4 })),
  );
const connector = (allowed: string[]) =>
  createGuardedConnector({ allowed: readAllowedAddresses(allowed), connectTimeoutMs: 2_000, resolveHost });

test('a connection goes to the address of a host that may be reached', async () => {
  const socket = await connector(['127.0.0.1']).connect('mixed.example', port);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  expect(chunk.toString()).toBe('hello');
  socket.destroy();
});

test.each(['127.0.0.1', '::1', 'private.example', 'mixed.example'])('%s is refused', async (host) => {
  const refused = {
    code: 'ADDRESS_REFUSED',
    message: `${host} has no address that workflows may reach (HTTP_ALLOWED_ADDRESSES)`,
  };
  await expect(connector([]).connect(host, port)).rejects.toMatchObject(refused);
  await expect(connector([]).addressesOf(host)).rejects.toMatchObject(refused);
});

test('a port without a server is a failure that may be retried', async () => {
  const unused = createServer().listen(0, '127.0.0.1');
  await once(unused, 'listening');
  const { port: freed } = unused.address() as AddressInfo;
  unused.close();
  await once(unused, 'close');
  await expect(connector(['127.0.0.1']).connect('127.0.0.1', freed)).rejects.toMatchObject({
    code: 'HTTP_FAILED',
    message: `127.0.0.1:${freed} did not answer: ECONNREFUSED`,
    retryable: true,
  });
});
