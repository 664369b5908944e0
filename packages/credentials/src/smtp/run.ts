import type { MailMessage } from '@workflow/component-kit/run';
import { closeOnAbort } from '../connections.ts';
import { defineCredentialRunner, type CredentialReach, type Reach } from '../define-runner.ts';
import type { SmtpFields } from './connect.ts';
import { descriptor } from './descriptor.ts';
import { mailFailure, sendMail } from './send-mail.ts';

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, _access, reach) => ({
    send: async (message: MailMessage, signal: AbortSignal) => sendMail(await clientOf(fields, reach))(message, signal),
  }),
  async test(fields, reach) {
    const client = await clientOf(fields, reach);
    await closeOnAbort(
      reach.signal,
      () => client.close(),
      async () => {
        try {
          await client.signIn();
        } catch (error) {
          throw mailFailure(error);
        }
      },
    );
    return { ok: true };
  },
});

/** Loads the library on first use, because most executors never send a mail. */
async function clientOf(fields: SmtpFields, reach: CredentialReach | Reach) {
  const { SmtpClient } = await import('./connect.ts');
  return new SmtpClient(fields, await reach.addressOf(fields.host));
}
