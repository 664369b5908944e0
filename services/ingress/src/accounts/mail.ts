import { LibraryUse } from '@workflow/outbound/library-use';
import type { Logger } from '@workflow/service-runtime';

export interface MailConfig {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  url: string;
  from: string;
  timeoutMs: number;
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends plain-text mails. */
export interface Mailer {
  /** Sends a mail. Never rejects: a mail that cannot be sent is logged. */
  send(mail: Mail): Promise<void>;
}

/** Returns null without a mail server. */
export function openMailer(config: MailConfig | null, log: Pick<Logger, 'error'>): Mailer | null {
  if (config === null) return null;
  const { url, from, timeoutMs } = config;
  const openTransport = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
    });
  };
  let opened: ReturnType<typeof openTransport> | undefined;
  return {
    send: async ({ to, subject, text }) => {
      try {
        const transport = await (opened ??= openTransport());
        const ended = new AbortController();
        const use = new LibraryUse('nodemailer', () => ended.abort());
        // The recipient is an object, because a comma or a bracket in a text would name further recipients.
        const mail = { from, to: { name: '', address: to }, subject, text, signal: ended.signal };
        await use.call(() => transport.sendMail(mail));
      } catch (err) {
        // The error of an SMTP client contains the dialogue, including text of the server, so only its code is logged.
        log.error({ code: codeOf(err), part: 'mail' }, 'Could not send a mail');
      }
    },
  };
}

function codeOf(err: unknown): string {
  return err instanceof Error && 'code' in err && typeof err.code === 'string' ? err.code : 'UNKNOWN';
}
