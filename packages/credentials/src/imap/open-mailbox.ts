import type { Mailbox } from '@workflow/component-kit/run';
import { LibraryUse } from '@workflow/outbound/library-use';
import type { ImapFlow } from 'imapflow';
import { closeOnAbort } from '../connections.ts';
import type { CredentialReach, Reach, TestOutcome } from '../define-runner.ts';
import { clientOf, type ImapFields } from './connect.ts';
import { folderOf } from './folder.ts';
import { ReceivedBytes } from './received-bytes.ts';
import { reportMailFailures, type AskServer } from './report-mail-failures.ts';

/** Bytes that a server may send while a test signs in. */
const MAX_TEST_BYTES = 65_536;
/** Bytes that a server may send during one request, in addition to the text that the request reads. */
const MAX_ANSWER_BYTES = 1_048_576;

/** Opens a mailbox. Each use has its own connection, so a broken connection affects only one use. */
export function openMailbox(fields: ImapFields, reach: CredentialReach): Mailbox {
  return {
    async open(folder, { signal, maxBytes }, look) {
      const { client, ask, close } = await clientAt(fields, await reach.addressOf(fields.host), maxBytes);
      const within = async () => {
        await ask(() => client.connect());
        await ask(() => client.mailboxOpen(folder, { readOnly: true }), { folder });
        const opened = await ask(() => folderOf(client, ask));
        const result = await look(opened);
        // The server need not answer.
        ask(() => client.logout()).catch(() => undefined);
        return result;
      };
      return closeOnAbort(signal, close, within);
    },
  };
}

/** Signs in and opens no folder. */
export async function tryMailbox(fields: ImapFields, reach: Reach): Promise<TestOutcome> {
  const { client, ask, close } = await clientAt(fields, await reach.addressOf(fields.host), MAX_TEST_BYTES);
  await closeOnAbort(reach.signal, close, () => ask(() => client.connect()));
  return { ok: true };
}

interface OpenedClient {
  client: ImapFlow;
  ask: AskServer;
  close(): void;
}

async function clientAt(fields: ImapFields, address: string, maxBytes: number): Promise<OpenedClient> {
  const opened: { client?: ImapFlow } = {};
  const use = new LibraryUse('imapflow', () => opened.client?.close());
  const client = await use.call(() => clientOf(fields, address, maxBytes));
  opened.client = client;
  const received = new ReceivedBytes(client);
  const ask: AskServer = (work, { folder, readBytes = 0 } = {}) =>
    reportMailFailures(() => received.during(readBytes + MAX_ANSWER_BYTES, async () => use.call(work)), folder);
  const close = (): void => {
    received.stop();
    client.close();
  };
  return { client, ask, close };
}
