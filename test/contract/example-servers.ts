import { randomUUID } from 'node:crypto';
import { createTestDatabase, type ApiClient } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';

/** The other sides of examples: real servers on this machine. */
export interface ExampleServers {
  /** Makes the credential of an example, for a server that is started on first use. Gives its id. */
  makeCredential(credential: { name: string; type: string }): Promise<string>;
  stop(): Promise<void>;
}

interface Served {
  fields: JsonObject;
  stop(): Promise<unknown>;
}

/** By the type of credential that leads to it. */
const SERVERS: Record<string, () => Promise<Served>> = { postgresql: servePostgres };

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

async function servePostgres(): Promise<Served> {
  const database = await createTestDatabase();
  const { hostname, port, pathname, username, password } = new URL(database.databaseUrl);
  return {
    fields: {
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: decodeURIComponent(username),
      // The server of the tests trusts whoever connects.
      password: decodeURIComponent(password) || 'none',
      tls: 'none',
    },
    stop: () => database.drop(),
  };
}
