/** What mails must be like: each text stands somewhere in the header, whatever its case. */
export interface MailFilter {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
}

/** The beginning of a mail as it lies on the server. */
export interface ReadMail {
  /** Bytes of the whole mail. */
  readonly size: number;
  /** All of it, or its beginning where it is larger than what was asked for. */
  readonly source: Buffer;
}

/** A folder of a mailbox while it is looked at; nothing in it is changed. UIDs increase and never come again. */
export interface MailFolder {
  /** UIDs mean something as long as this is the same. */
  readonly uidValidity: string;
  /** The UID that the next mail gets, or a smaller number than that. */
  readonly nextUid: number;
  /** How many mails lie there. */
  readonly count: number;
  /** UIDs from `first` to `last`, ascending, of mails that the filter lets through. */
  find(first: number, last: number, filter: MailFilter): Promise<number[]>;
  /** The smallest UID that is at least `uid`; null: there is none. */
  firstFrom(uid: number): Promise<number | null>;
  /** The UID of the newest mail with this Message-ID; null: there is none. */
  findByMessageId(messageId: string): Promise<number | null>;
  /** Message-IDs of the newest mails, the newest last. */
  newestMessageIds(most: number): Promise<string[]>;
  /** null: it is gone. */
  read(uid: number, maxBytes: number): Promise<ReadMail | null>;
}

/** What a credential of a mailbox gives to run code. */
export interface Mailbox {
  /**
   * Signs in, opens a folder to read only, and signs out when `look` has ended.
   * @param maxBytes the server may send no longer text at once
   * @throws StepFailure CREDENTIAL_REFUSED, CONFIG_INVALID for a folder that is not there, MAIL_FAILED,
   * ADDRESS_REFUSED; what `look` throws; rejects with the signal's reason
   */
  open<Result>(
    folder: string,
    options: { readonly signal: AbortSignal; readonly maxBytes: number },
    look: (folder: MailFolder) => Promise<Result>,
  ): Promise<Result>;
}
