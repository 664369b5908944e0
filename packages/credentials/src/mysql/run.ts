import { connect } from 'node:net';
import { createConnection } from 'mysql2';
import { closeOnAbort } from '../connections.ts';
import { defineCredentialRunner } from '../define-runner.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(descriptor, {
  async test({ host, port, database, user, password, tls, ca }, reach) {
    const address = await reach.addressOf(host);
    const verify = tls === 'verify-full';
    const connection = createConnection({
      host,
      port,
      database,
      user,
      password,
      stream: () => connect({ host: address, port }),
      ...(tls !== 'none' && {
        ssl: { ...(ca !== undefined && { ca }), rejectUnauthorized: verify, verifyIdentity: verify },
      }),
      // The server may not ask for files of this machine.
      flags: ['-LOCAL_FILES'],
    });
    connection.on('error', () => undefined);
    await closeOnAbort(
      reach.signal,
      () => connection.destroy(),
      () => connection.promise().query('SELECT 1'),
    );
    return { ok: true };
  },
});
