import { StepFailure, type MailFilter, type MailFolder, type ReadMail } from '@workflow/component-kit/run';
import type { ImapFlow } from 'imapflow';
import type { AskServer } from './report-mail-failures.ts';

const MAX_MESSAGE_ID_LENGTH = 250;
/** The longest header field that contains an id. */
const MAX_ID_FIELD_LENGTH = 2_000;

/** Returns the folder that the client has opened. @param ask sends requests to the server */
export async function folderOf(client: ImapFlow, ask: AskServer): Promise<MailFolder> {
  const { mailbox } = client;
  if (mailbox === false) throw new StepFailure('MAIL_FAILED', 'the mail server closed the folder');
  const { uidValidity, exists } = mailbox;
  const newest = async () => (exists === 0 ? 0 : uidAt(client, exists));
  return {
    uidValidity: String(uidValidity),
    // RFC 3501 lets a server leave it out.
    nextUid: mailbox.uidNext || (await newest()) + 1,
    count: exists,
    find: (first, last, filter) => ask(() => find(client, [first, last], filter)),
    firstFrom: (uid) => ask(() => firstFrom(client, exists, uid)),
    findByMessageId: (messageId) => ask(() => findByMessageId(client, messageId)),
    newestMessageIds: (most) => ask(() => newestMessageIds(client, exists, most)),
    read: (uid, maxBytes) => ask(() => read(client, uid, maxBytes), { readBytes: maxBytes }),
  };
}

async function find(client: ImapFlow, [first, last]: [number, number], { from, to, subject }: MailFilter) {
  const uid = `${first}:${last}`;
  const query = { uid, ...(from && { from }), ...(to && { to }), ...(subject && { subject }) };
  return search(client, query, (found) => found >= first && found <= last);
}

async function search(client: ImapFlow, query: object, isWanted: (uid: number) => boolean): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (found === false || found === undefined) throw new StepFailure('MAIL_FAILED', 'the mail server refused a search');
  return [...new Set(found)].filter(isWanted).sort((a, b) => a - b);
}

/**
 * Finds the first mail from a UID on. UIDs increase with the numbers of mails, so about twenty requests find one in a
 * million.
 */
async function firstFrom(client: ImapFlow, count: number, uid: number): Promise<number | null> {
  let [low, high] = [1, count + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await uidAt(client, middle)) >= uid) high = middle;
    else low = middle + 1;
  }
  return low > count ? null : uidAt(client, low);
}

async function uidAt(client: ImapFlow, number: number): Promise<number> {
  const found = await client.fetchOne(String(number), { uid: true });
  if (found === false) throw new StepFailure('MAIL_FAILED', 'the mail server lost a mail while it was asked');
  return found.uid;
}

async function findByMessageId(client: ImapFlow, messageId: string): Promise<number | null> {
  return (await search(client, { header: { 'message-id': messageId } }, () => true)).at(-1) ?? null;
}

async function newestMessageIds(client: ImapFlow, count: number, most: number): Promise<string[]> {
  if (count === 0) return [];
  const range = `${Math.max(1, count - most + 1)}:${count}`;
  const ids: string[] = [];
  for await (const { headers } of client.fetch(range, { uid: true, headers: ['message-id'] })) {
    const field = headers?.subarray(0, MAX_ID_FIELD_LENGTH).toString('latin1') ?? '';
    const id = /<[^<>\s]+>/.exec(field)?.[0];
    if (id !== undefined && id.length <= MAX_MESSAGE_ID_LENGTH) ids.push(id);
  }
  return ids;
}

async function read(client: ImapFlow, uid: number, maxBytes: number): Promise<ReadMail | null> {
  const query = { uid: true, size: true, source: { start: 0, maxLength: maxBytes } };
  const found = await client.fetchOne(String(uid), query, { uid: true });
  if (found === false || found.source === undefined) return null;
  return { size: Math.max(found.size ?? 0, found.source.length), source: found.source };
}
