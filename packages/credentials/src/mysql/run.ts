import { closeOnAbort } from '../connections.ts';
import { defineCredentialRunner } from '../define-runner.ts';
import { connectionTo, endConnection } from './connect.ts';
import { descriptor } from './descriptor.ts';
import { openDatabase } from './open-database.ts';

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, _access, reach) => openDatabase(fields, reach),
  async test(fields, reach) {
    const connection = connectionTo(fields, await reach.addressOf(fields.host));
    await closeOnAbort(
      reach.signal,
      () => endConnection(connection),
      () => connection.promise().query('SELECT 1'),
    );
    return { ok: true };
  },
});
