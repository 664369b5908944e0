import { Readable } from 'node:stream';
import { StepFailure, type MailAddress, type MailMessage, type MailServer } from '@workflow/component-kit/run';
import type { transportTo } from './connect.ts';

const PERMANENT = 500;

/** Sends one message by a transport of its own, which is closed afterwards. */
export function sendMail(transport: ReturnType<typeof transportTo>): MailServer['send'] {
  return async (message, signal) => {
    const reading = { failure: null as unknown };
    try {
      const sent = await transport.sendMail({
        ...headersOf(message),
        ...(message.text !== undefined && { text: message.text }),
        ...(message.html !== undefined && { html: message.html }),
        attachments: message.attachments.map(({ name, contentType, open }) => ({
          filename: name,
          contentType,
          content: Readable.from(read(open, reading)),
        })),
        signal,
      });
      return { accepted: (sent.accepted ?? []).map(String) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw mailFailure(reading.failure ?? error);
    } finally {
      transport.close();
    }
  };
}

/** Addresses are given in parts, which the library does not read again. */
function headersOf({ messageId, from, to, cc, bcc, replyTo, subject }: MailMessage) {
  const all = (addresses: readonly MailAddress[]): MailAddress[] => addresses.map((one) => ({ ...one }));
  return { messageId, from: { ...from }, to: all(to), cc: all(cc), bcc: all(bcc), replyTo: all(replyTo), subject };
}

/** The library tells of a stream that failed, and of nothing else. */
async function* read(
  open: MailMessage['attachments'][number]['open'],
  reading: { failure: unknown },
): AsyncGenerator<Uint8Array> {
  try {
    yield* open();
  } catch (error) {
    reading.failure = error;
    throw error;
  }
}

/** Replies of 5xx are for good, of 4xx for now (RFC 5321 §4.2.1). */
function mailFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error;
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string };
  const isPermanent = (responseCode ?? 0) >= PERMANENT;
  if (code === 'EAUTH' && isPermanent) return new StepFailure('CREDENTIAL_REFUSED', message);
  // A server without STARTTLS has none the next time either.
  if (isPermanent || code === 'ETLS') return new StepFailure('MAIL_REFUSED', message);
  return new StepFailure('MAIL_FAILED', `the mail server: ${message}`);
}
