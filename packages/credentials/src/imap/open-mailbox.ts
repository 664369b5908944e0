import type { Mailbox } from '@workflow/component-kit/run';
import type { ImapFlow } from 'imapflow';
import { closeOnAbort } from '../connections.ts';
import { folderOf } from './folder.ts';
import { saying } from './saying.ts';

/** A mailbox, each use of which has a connection of its own: what is wrong with one of them is over with it. */
export function openMailbox(connect: (maxBytes: number) => Promise<ImapFlow>): Mailbox {
  return {
    async open(folder, { signal, maxBytes }, look) {
      const client = await connect(maxBytes);
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
