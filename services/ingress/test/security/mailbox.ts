import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { waitFor } from '@workflow/test-harness';

/** A mail server that keeps what it is sent. */
export interface Mailbox {
  url: string;
  /** Recipients and text of every mail so far. */
  mails: { to: string[]; text: string }[];
  /** Waits for a mail to the address that has not been taken yet, and takes it. */
  take(to: string): Promise<string>;
  stop(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mailbox['mails'] = [];
  const taken = new Set<object>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        // Long lines are folded by quoted-printable encoding.
        const text = String(Buffer.concat(chunks)).replaceAll('=\r\n', '').replaceAll('=3D', '=');
        mails.push({ to: session.envelope.rcptTo.map((one) => one.address), text });
        done();
      });
    },
  });
  const listening = once(server.listen(0, '127.0.0.1'), 'listening');
  await listening;
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    take: async (to) => {
      const find = () => mails.find((mail) => mail.to.includes(to) && !taken.has(mail));
      await waitFor(() => find() !== undefined);
      const mail = find();
      if (mail === undefined) throw new Error(`No mail to ${to}`);
      taken.add(mail);
      return mail.text;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
