/** The texts that the header fields of a mail must contain, in uppercase or lowercase. */
export interface MailFilter {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
}

/** The beginning of a mail on the server. */
export interface ReadMail {
  /** The size of the whole mail in bytes. */
  readonly size: number;
  /** The whole mail, or its beginning if it is larger than the requested size. */
  readonly source: Buffer;
}

/** An open folder of a mailbox, which is only read. UIDs increase and are never used again. */
export interface MailFolder {
  /** UIDs are valid as long as this value does not change. */
  readonly uidValidity: string;
  /** The UID that the next mail will get. */
  readonly nextUid: number;
  /** The number of mails in the folder. */
  readonly count: number;
  /** Returns the UIDs from `first` to `last` of mails that match the filter, ascending. */
  find(first: number, last: number, filter: MailFilter): Promise<number[]>;
  /** Returns the smallest UID that is at least `uid`, or null. */
  firstFrom(uid: number): Promise<number | null>;
  /** Returns the UID of the newest mail with this Message-ID, or null. */
  findByMessageId(messageId: string): Promise<number | null>;
  /** Returns the Message-IDs of the newest mails, the newest last. */
  newestMessageIds(most: number): Promise<string[]>;
  /** Reads a mail. Returns null if it was deleted. */
  read(uid: number, maxBytes: number): Promise<ReadMail | null>;
}

/** The interface of an opened mailbox credential. */
export interface Mailbox {
  /**
   * Signs in, opens a folder read-only, and signs out after `look`.
   * @param maxBytes the maximum length of one text from the server
   * @throws StepFailure CREDENTIAL_REFUSED, CONFIG_INVALID for a missing folder, MAIL_FAILED, ADDRESS_REFUSED; errors
   * of `look`; rejects with the signal's reason
   */
  open<Result>(
    folder: string,
    options: { readonly signal: AbortSignal; readonly maxBytes: number },
    look: (folder: MailFolder) => Promise<Result>,
  ): Promise<Result>;
}
