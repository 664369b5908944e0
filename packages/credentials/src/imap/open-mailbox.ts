import type { Mailbox } from '@workflow/component-kit/run';
import { closeOnAbort } from '../connections.ts';
import type { CredentialReach, Reach, TestOutcome } from '../define-runner.ts';
import { clientOf, type ImapFields } from './connect.ts';
import { folderOf } from './folder.ts';
import { saying } from './saying.ts';

/** Of what a server says while somebody signs in. */
const MAX_TEST_BYTES = 65_536;

/** A mailbox, each use of which has a connection of its own: what is wrong with one of them is over with it. */
export function openMailbox(fields: ImapFields, reach: CredentialReach): Mailbox {
  return {
    async open(folder, { signal, maxBytes }, look) {
      const client = clientOf(fields, await reach.addressOf(fields.host), maxBytes);
      const within = async () => {
        await saying(() => client.connect());
        await saying(() => client.mailboxOpen(folder, { readOnly: true }), folder);
        const opened = await saying(() => folderOf(client));
        const result = await look(opened);
        // The server is told; whether it says good-bye changes nothing.
        client.logout().catch(() => undefined);
        return result;
      };
      return closeOnAbort(signal, () => client.close(), within);
    },
  };
}

/** Signs in and opens nothing. */
export async function tryMailbox(fields: ImapFields, reach: Reach): Promise<TestOutcome> {
  const client = clientOf(fields, await reach.addressOf(fields.host), MAX_TEST_BYTES);
  await closeOnAbort(
    reach.signal,
    () => client.close(),
    () => saying(() => client.connect()),
  );
  return { ok: true };
}
