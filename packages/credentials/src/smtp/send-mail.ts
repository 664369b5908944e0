import { Readable } from 'node:stream';
import { StepFailure, type MailAddress, type MailMessage, type MailServer } from '@workflow/component-kit/run';
import { outsideLibraries } from '@workflow/outbound/library-use';
import { closeOnAbort } from '../connections.ts';
import type { SmtpClient } from './connect.ts';

const PERMANENT = 500;

/** Returns a function that sends one message by its own client, which is closed afterwards. */
export function sendMail(client: SmtpClient): MailServer['send'] {
  return async (message, signal) => {
    const reading = { failure: null as unknown };
    const mail = {
      ...(await headersOf(message)),
      ...(message.text !== undefined && { text: message.text }),
      ...(message.html !== undefined && { html: message.html }),
      attachments: message.attachments.map(({ name, contentType, open }) => ({
        filename: name,
        contentType,
        content: Readable.from(read(open, reading)),
      })),
    };
    const send = async (): Promise<{ accepted: string[] }> => {
      await client.signIn();
      return { accepted: await client.send(mail) };
    };
    try {
      return await closeOnAbort(signal, () => client.close(), send);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw mailFailure(reading.failure ?? error);
    }
  };
}

/** Returns the headers. Addresses are passed in parts, which the library does not parse again. */
async function headersOf({ messageId, from, to, cc, bcc, replyTo, subject }: MailMessage) {
  const all = (addresses: readonly MailAddress[]): MailAddress[] => addresses.map((one) => ({ ...one }));
  const { headerText } = await import('./header-text.ts');
  return {
    ...{ messageId, from: { ...from }, to: all(to), cc: all(cc), bcc: all(bcc), replyTo: all(replyTo) },
    subject: headerText(subject),
  };
}

/** Reads an attachment. It records the error, because the library does not report the error of a failed stream. */
async function* read(
  open: MailMessage['attachments'][number]['open'],
  reading: { failure: unknown },
): AsyncGenerator<Uint8Array> {
  try {
    const source = outsideLibraries(() => open());
    const chunks = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    for (;;) {
      const next: IteratorResult<Uint8Array, unknown> = await outsideLibraries(() => chunks.next());
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    reading.failure = error;
    throw error;
  }
}

/** Returns an error as a failure of the step. 5xx replies are permanent, 4xx replies temporary (RFC 5321 §4.2.1). */
export function mailFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string };
  const isPermanent = (responseCode ?? 0) >= PERMANENT;
  if (code === 'EAUTH' && isPermanent) return new StepFailure('CREDENTIAL_REFUSED', message);
  // A server without STARTTLS will not have it the next time; a handshake that broke may succeed.
  const lacksTls = code === 'ETLS' && !message.startsWith('Error initiating TLS');
  if (isPermanent || lacksTls) return new StepFailure('MAIL_REFUSED', message);
  return new StepFailure('MAIL_FAILED', `the mail server failed: ${message}`);
}
