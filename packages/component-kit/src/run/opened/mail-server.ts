import type { MailAddress } from '@workflow/placeholder-values';

export type { MailAddress } from '@workflow/placeholder-values';

export interface MailAttachment {
  readonly name: string;
  readonly contentType: string;
  /** Opens its bytes, which are read while they are sent. */
  open(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export interface MailMessage {
  /** The id with its angle brackets. */
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

/** The interface of an opened SMTP credential. */
export interface MailServer {
  /**
   * Sends a message to the server. `accepted` lists the recipients that it accepted.
   * @throws StepFailure MAIL_REFUSED, MAIL_FAILED, CREDENTIAL_REFUSED, ADDRESS_REFUSED, or the failure of reading an
   * attachment; rejects with the signal's reason
   */
  send(message: MailMessage, signal: AbortSignal): Promise<{ accepted: string[] }>;
}
