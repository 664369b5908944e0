import {
  definePoller,
  type JsonObject,
  type Mailbox,
  type MailFilter,
  type MailFolder,
  type PollContext,
  type PollResult,
} from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';
import { readPosition, recentOf, whereToBegin, type MailPosition } from './position.ts';
import { readMail } from './read-mail.ts';

/** The number of UIDs in one request. */
const WINDOW = 1_000;
/** The maximum number of characters of all mails of one poll, which are in memory together. */
const MAX_LENGTH = 8_000_000;
/** The fraction of the poll's time after which sessions start for the mails found so far. */
const TIME_SHARE = 0.5;
/** The bytes of a server's response around a mail. */
const FRAME_BYTES = 65_536;

export const runner = definePoller(descriptor, async (context) => {
  const { config, position, limits, signal } = context;
  const mailbox = await context.openCredential<Mailbox>('credential');
  const options = { signal, maxBytes: limits.maxItemBytes + FRAME_BYTES };
  return mailbox.open(config.folder, options, async (folder) => {
    const begin = await whereToBegin(folder, readPosition(position), config.startWith);
    return new Look(folder, context, begin).result(config.filter ?? {});
  });
});

/** One poll of a folder, mail by mail from where the last one ended. */
class Look {
  readonly #folder: MailFolder;
  readonly #context: PollContext<unknown>;
  readonly #until: number;
  readonly #items: JsonObject[] = [];
  readonly #wrong: string[] = [];
  readonly #position: MailPosition;
  #length = 0;

  constructor(folder: MailFolder, context: PollContext<unknown>, begin: MailPosition) {
    this.#folder = folder;
    this.#context = context;
    this.#until = performance.now() + context.limits.timeoutMs * TIME_SHARE;
    this.#position = { ...begin };
  }

  async result(filter: MailFilter): Promise<PollResult> {
    const before = this.#position.lastUid;
    const end = this.#folder.nextUid - 1;
    try {
      while (this.#position.lastUid < end && this.#hasRoom()) await this.#lookAtWindow(end, filter);
    } catch (error) {
      // Sessions start for the mails found before the failure. The next poll fails again and reports it.
      if (this.#position.lastUid === before || this.#context.signal.aborted) throw error;
    }
    const { renumbered, ...position } = this.#position;
    const notes = [...(renumbered === undefined ? [] : [renumbered.note]), ...this.#wrong];
    return {
      items: this.#items,
      position: { ...position, ...(renumbered && { renumbered: { ...renumbered } }) },
      hasMore: this.#position.lastUid < end,
      ...(notes.length > 0 && { note: notes.join('; ') }),
    };
  }

  async #lookAtWindow(end: number, filter: MailFilter): Promise<void> {
    const next = this.#position.lastUid + 1;
    const first = end - next < WINDOW ? next : await this.#folder.firstFrom(next);
    const last = first === null ? end : Math.min(first + WINDOW - 1, end);
    const uids = first === null || first > end ? [] : await this.#folder.find(first, last, filter);
    for (const uid of uids) {
      if (!this.#hasRoom()) return;
      await this.#take(uid);
      this.#position.lastUid = uid;
    }
    this.#position.lastUid = last;
  }

  async #take(uid: number): Promise<void> {
    const mail = await readMail(this.#folder, uid, this.#context);
    if (mail === null) return;
    this.#items.push(mail.item);
    this.#length += mail.length;
    this.#position.recent = recentOf(this.#position.recent, [mail.messageId]);
    if ('problem' in mail.item) this.#wrong.push(`mail ${uid}: ${String(mail.item['problem'])}`);
  }

  #hasRoom(): boolean {
    const { maxItems } = this.#context.limits;
    return this.#items.length < maxItems && this.#length < MAX_LENGTH && performance.now() < this.#until;
  }
}
