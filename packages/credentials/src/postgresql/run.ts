import { closeOnAbort } from '../connections.ts';
import { defineCredentialRunner } from '../define-runner.ts';
import { clientOf } from './connect.ts';
import { descriptor } from './descriptor.ts';
import { openDatabase } from './open-database.ts';

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, _access, reach) => openDatabase(fields, reach),
  async test(fields, reach) {
    const client = clientOf(fields, await reach.addressOf(fields.host));
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
