import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { findCredentialRunner, NO_ACCESS, type Reach } from '../runners.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Builds a message (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const message = (kind: string, ...parts: (string | Buffer)[]) => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from(kind), int32(content.length + 4), content]);
};
const authentication = (method: number, ...parts: (string | Buffer)[]) => message('R', int32(method), ...parts);
const OK = [authentication(0), message('K', int32(1), int32(2)), message('Z', 'I')];

/** Tests a credential against a server that sends these bytes after the start-up message. */
async function signIn(sent: Buffer, withinMs = 10_000): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(sent));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reach: Reach = {
    signal: AbortSignal.timeout(withinMs),
    addressOf: async () => '127.0.0.1',
    send: () => Promise.reject(new Error('no request is sent here')),
  };
  const fields = { host: 'db.example', port, database: 'd', user: 'u', password: 'p', tls: 'none' };
  return findCredentialRunner('postgresql')!
    .test(fields, reach, NO_ACCESS)
    .then(
      () => 'ok',
      (error: unknown) => {
        const { code, message: words } = error as { code?: string; message: string };
        return `${code}: ${words}`;
      },
    );
}

const NO_PROTOCOL = /^DATABASE_UNAVAILABLE: the database does not follow PostgreSQL's protocol/;

test.each<[string, Buffer, RegExp]>([
  ['GSSAPI', authentication(7), /^CREDENTIAL_REFUSED: .*GSSAPI/],
  ['Kerberos V5', authentication(2), /^CREDENTIAL_REFUSED: .*Kerberos/],
  ['SSPI', authentication(9), /^CREDENTIAL_REFUSED: .*SSPI/],
  ['SCM credentials', authentication(6), /^CREDENTIAL_REFUSED: .*SCM/],
  ['an unknown sign-in', authentication(99), NO_PROTOCOL],
  ['SASL mechanisms without an end', authentication(10, 'SCRAM-SHA-256'), NO_PROTOCOL],
  ['SASL mechanisms without the last zero byte', authentication(10, 'SCRAM-SHA-256\0'), NO_PROTOCOL],
  ['no SASL mechanism', authentication(10, '\0'), /^DATABASE_UNAVAILABLE: /],
  ['a mechanism that is unknown', authentication(10, 'X-NEW\0', '\0'), /^DATABASE_UNAVAILABLE: /],
  ['two billion rounds of SCRAM', authentication(11, 'r=a,s=b,i=2147483647'), /^CREDENTIAL_REFUSED: .*2147483647/],
  ['SCRAM before it began', authentication(11, 'r=a,s=YQ==,i=4096'), /^DATABASE_UNAVAILABLE: /],
  ['a salt that is cut', authentication(5, 'ab'), NO_PROTOCOL],
  ['an error without the last zero byte', message('E', 'SFATAL\0C28P01\0Mno\0'), NO_PROTOCOL],
  ['an error without any zero byte', message('E', 'SFATAL'), NO_PROTOCOL],
  ['an error without a field', message('E', '\0'), /^DATABASE_UNAVAILABLE: /],
  ['a notice without an end', message('N', 'SNOTICE\0Mhello'), NO_PROTOCOL],
  ['a parameter without an end', message('S', 'TimeZone\0UTC'), NO_PROTOCOL],
  ['a length of 0', Buffer.from([0x52, 0, 0, 0, 0]), NO_PROTOCOL],
  ['a length of 4 GiB', Buffer.from([0x52, 255, 255, 255, 255]), NO_PROTOCOL],
  ['an answer of HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), NO_PROTOCOL],
  ['a row that nobody asked for', Buffer.concat([...OK, message('D', Buffer.from([0, 0]))]), /^(?:ok|DATABASE_UN)/],
  [
    'a row of missing columns after sign-in',
    Buffer.concat([...OK, message('D', Buffer.from([0, 9]))]),
    /^(?:ok|DATABASE_UN)/,
  ],
  ['a refused password', message('E', 'SFATAL\0C28P01\0Mno\0\0'), /^CREDENTIAL_REFUSED: no /],
])('a server that sends %s fails the test of a credential', async (_what, sent, outcome) => {
  expect(await signIn(sent)).toMatch(outcome);
});

test('a server that sends nothing more fails it when the time is up', async () => {
  expect(await signIn(authentication(0), 200)).toMatch(/due to timeout/);
});
