import { Client } from 'pg';
import { closeOnAbort, servernameOf } from '../connections.ts';
import { defineCredentialRunner } from '../define-runner.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(descriptor, {
  async test({ host, port, database, user, password, tls, ca }, reach) {
    const client = new Client({
      host: await reach.addressOf(host),
      port,
      database,
      user,
      // Of a text, the library would take the executor's own PGPASSWORD or password file where it is empty.
      password: () => password,
      ssl: tls === 'none' ? false : { host, ...servernameOf(host), ca, rejectUnauthorized: tls === 'verify-full' },
      application_name: 'workflow-automation',
    });
    // A connection that ends meanwhile rejects what waits for it.
    client.on('error', () => undefined);
    await closeOnAbort(
      reach.signal,
      () => client.end().catch(() => undefined),
      async () => {
        await client.connect();
        await client.query('SELECT 1');
      },
    );
    return { ok: true };
  },
});
