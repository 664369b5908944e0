import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, type ApiClient } from '@workflow/test-harness';
import { startModelServer } from './model-server.ts';
import { SMTPServer } from 'smtp-server';
import type { JsonObject } from '@workflow/workflow-model';

/** Real servers on this machine that the examples use. */
export interface ExampleServers {
  /** Creates the credential of an example, for a server that is started on first use. @returns its id */
  makeCredential(credential: { name: string; type: string }): Promise<string>;
  stop(): Promise<void>;
}

interface Served {
  fields: JsonObject;
  stop(): Promise<unknown>;
}

/** Functions that start a server, by the type of its credential. */
const SERVERS: Record<string, () => Promise<Served>> = {
  postgresql: servePostgres,
  smtp: serveMail,
  'openai-compatible': serveModels,
  imap: serveNothing,
};
/** Types of credentials whose servers need a program that some machines lack, with the test that runs the example. */
export const RUN_ELSEWHERE: Readonly<Record<string, string>> = { s3: 's3.test.ts' };

export function openExampleServers(api: ApiClient): ExampleServers {
  const started = new Map<string, Promise<Served>>();
  return {
    async makeCredential({ name, type }) {
      const start = SERVERS[type];
      if (start === undefined) throw new Error(`No server of the tests takes a credential of the type ${type}`);
      const server = started.get(type) ?? start();
      started.set(type, server);
      const { fields } = await server;
      const body = { name: `${name} ${randomUUID()}`, type, ...fields };
      const made = await api.request<{ id: string }>('POST', '/v1/organization/credentials', body);
      if (made.status !== 201) throw new Error(`The credential was refused: ${JSON.stringify(made.body)}`);
      return made.body.id;
    },
    async stop() {
      await Promise.all([...started.values()].map(async (server) => (await server).stop()));
    },
  };
}

/** Starts a server that answers every question with a fixed model answer. */
async function serveModels(): Promise<Served> {
  const server = await startModelServer();
  server.answers.push(...Array.from({ length: 10 }, () => ({ text: '{"topic":"delivery","urgent":true}' })));
  return { fields: { baseUrl: `${server.url}/v1`, apiKey: server.apiKey }, stop: () => server.stop() };
}

async function servePostgres(): Promise<Served> {
  const database = await createTestDatabase();
  const { hostname, port, pathname, username, password } = new URL(database.databaseUrl);
  return {
    fields: {
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: decodeURIComponent(username),
      // The server of the tests accepts any password.
      password: decodeURIComponent(password) || 'none',
      tls: 'none',
    },
    stop: () => database.drop(),
  };
}

/**
 * Returns an address without a server. The session of an example starts with its sample values, so its mailbox need not
 * exist.
 */
function serveNothing(): Promise<Served> {
  const fields = { host: '127.0.0.1', port: 9, tls: 'none', user: 'me', password: 'password-of-examples' };
  return Promise.resolve({ fields, stop: () => Promise.resolve() });
}

/** Starts a server that accepts every mail of one user. */
async function serveMail(): Promise<Served> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'password-of-examples'
        ? done(null, { user: 'me' })
        : done(new Error('refused')),
    onData: (stream, _session, done) => {
      stream.on('end', () => done());
      stream.resume();
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    fields: { host: '127.0.0.1', port, tls: 'none', user: 'me', password: 'password-of-examples' },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}
