import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { createTestDatabase } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { findCredentialRunner, NO_ACCESS, type Reach } from './runners.ts';
import { NO_REACH } from './testing/no-reach.ts';

const PASSWORD = 'the right one';
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Starts a server that sends a greeting and answers each line by a script. */
async function serve(greeting: string, answer: (line: string) => string | null): Promise<number> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.write(`${greeting}\r\n`);
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const reply = answer(line);
        if (reply !== null) socket.write(`${reply}\r\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function signIn(type: string, fields: JsonObject) {
  const reach: Reach = {
    signal: AbortSignal.timeout(10_000),
    addressOf: () => Promise.resolve('127.0.0.1'),
    send: () => Promise.reject(new Error('no request is sent here')),
  };
  return findCredentialRunner(type)!.test(fields, reach, NO_ACCESS);
}

// RFC 7617 §2: user-pass = user-id ":" password, and each may be empty.
test.each([
  ['', 'key', 'Basic OmtleQ=='],
  ['key', '', 'Basic a2V5Og=='],
  ['', '', 'Basic Og=='],
])('http-basic sends the user %j and the password %j', async (user, password, expected) => {
  const sent: (string | undefined)[] = [];
  const send: Reach['send'] = (call) => {
    sent.push(call.signIn?.headers['authorization']);
    return Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(0) } as never);
  };
  const fields = { user, password, testUrl: 'https://api.example/' };
  expect(
    await findCredentialRunner('http-basic')!.test(
      fields,
      { ...NO_REACH, signal: AbortSignal.timeout(10_000), send },
      NO_ACCESS,
    ),
  ).toEqual({
    ok: true,
  });
  expect(sent).toEqual([expected]);
});

test('smtp signs in with user and password, and sends nothing', async () => {
  const lines: string[] = [];
  const login = Buffer.from(`\0me\0${PASSWORD}`).toString('base64');
  const port = await serve('220 mail.example ESMTP', (line) => {
    lines.push(line);
    if (line.startsWith('EHLO')) return '250-mail.example\r\n250 AUTH PLAIN';
    if (line.startsWith('AUTH')) return line === `AUTH PLAIN ${login}` ? '235 welcome' : '535 who are you';
    return line === 'STARTTLS' ? '502 not here' : '221 bye';
  });
  const fields = { host: 'mail.example', port, tls: 'none', user: 'me' };
  expect(await signIn('smtp', { ...fields, password: PASSWORD })).toEqual({ ok: true });
  expect(lines.some((line) => line.startsWith('MAIL'))).toBe(false);
  await expect(signIn('smtp', { ...fields, password: 'wrong' })).rejects.toThrow('535 who are you');
  await expect(signIn('smtp', { ...fields, tls: 'starttls', password: PASSWORD })).rejects.toThrow('502 not here');
});

test('postgresql signs in, and reports the message of the server', async () => {
  const database = await createTestDatabase();
  try {
    const { hostname, port, pathname, username, password } = new URL(database.databaseUrl);
    const fields = {
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      tls: 'none',
    };
    expect(await signIn('postgresql', fields)).toEqual({ ok: true });
    await expect(signIn('postgresql', { ...fields, database: 'nowhere' })).rejects.toThrow('"nowhere" does not exist');
    await expect(signIn('postgresql', { ...fields, tls: 'require' })).rejects.toThrow('does not support SSL');
  } finally {
    await database.drop();
  }
});
