import type { MailMessage } from '@workflow/component-kit/run';
import { closeOnAbort } from '../connections.ts';
import { defineCredentialRunner, type CredentialReach, type Reach } from '../define-runner.ts';
import type { SmtpFields } from './connect.ts';
import { descriptor } from './descriptor.ts';
import { sendMail } from './send-mail.ts';

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, _access, reach) => ({
    send: async (message: MailMessage, signal: AbortSignal) =>
      sendMail(await transportOf(fields, reach))(message, signal),
  }),
  async test(fields, reach) {
    const transport = await transportOf(fields, reach);
    await closeOnAbort(
      reach.signal,
      () => transport.close(),
      () => transport.verify(),
    );
    return { ok: true };
  },
});

/** No executor needs the library before a workflow sends a mail. */
async function transportOf(fields: SmtpFields, reach: CredentialReach | Reach) {
  const { transportTo } = await import('./connect.ts');
  return transportTo(fields, await reach.addressOf(fields.host));
}
