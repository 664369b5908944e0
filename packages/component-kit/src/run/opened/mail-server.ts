/** A mailbox with the name that is shown for it; empty: none. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

export interface MailAttachment {
  readonly name: string;
  readonly contentType: string;
  /** Its bytes, read while they are sent. */
  open(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export interface MailMessage {
  /** With its angle brackets. */
  readonly messageId: string;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly attachments: readonly MailAttachment[];
}

/** What a credential of a mail server gives to run code. */
export interface MailServer {
  /**
   * Hands a message to the server. `accepted` are the recipients that it took.
   * @throws StepFailure MAIL_REFUSED, MAIL_FAILED, CREDENTIAL_REFUSED, ADDRESS_REFUSED, or what reading an attachment
   * fails with; rejects with the signal's reason
   */
  send(message: MailMessage, signal: AbortSignal): Promise<{ accepted: string[] }>;
}
