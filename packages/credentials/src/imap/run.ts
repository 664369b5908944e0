import { closeOnAbort } from '../connections.ts';
import { defineCredentialRunner } from '../define-runner.ts';
import { clientOf } from './connect.ts';
import { descriptor } from './descriptor.ts';
import { openMailbox } from './open-mailbox.ts';
import { saying } from './saying.ts';

/** Of what a server says while somebody signs in. */
const MAX_TEST_BYTES = 65_536;

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, _access, reach) =>
    openMailbox(async (maxBytes) => clientOf(fields, await reach.addressOf(fields.host), maxBytes)),
  async test(fields, reach) {
    const client = clientOf(fields, await reach.addressOf(fields.host), MAX_TEST_BYTES);
    await closeOnAbort(
      reach.signal,
      () => client.close(),
      () => saying(() => client.connect()),
    );
    return { ok: true };
  },
});
