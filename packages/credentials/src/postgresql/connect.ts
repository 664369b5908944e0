import type { StoredConfig } from '@workflow/component-kit';
import { Client } from 'pg';
import { servernameOf } from '../connections.ts';
import type { descriptor } from './descriptor.ts';

export type PostgresFields = StoredConfig<typeof descriptor.schema>;

/** A client that connects to this address; not connected yet. */
export function clientOf(fields: PostgresFields, address: string): Client {
  const { host, port, database, user, password, tls, ca } = fields;
  const client = new Client({
    host: address,
    port,
    database,
    user,
    // Of a text, the library would take the executor's own PGPASSWORD or password file where it is empty.
    password: () => password,
    ssl: tls === 'none' ? false : { host, ...servernameOf(host), ca, rejectUnauthorized: tls === 'verify-full' },
    application_name: 'workflow-automation',
    keepAlive: true,
  });
  // A connection that ends meanwhile rejects what waits for it.
  client.on('error', () => undefined);
  return client;
}
