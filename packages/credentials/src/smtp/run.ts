import { closeOnAbort } from '../connections.ts';
import { defineCredentialRunner } from '../define-runner.ts';
import { transportTo } from './connect.ts';
import { descriptor } from './descriptor.ts';
import { sendMail } from './send-mail.ts';

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, _access, reach) => ({
    send: async (...call: Parameters<ReturnType<typeof sendMail>>) =>
      sendMail(transportTo(fields, await reach.addressOf(fields.host)))(...call),
  }),
  async test(fields, reach) {
    const transport = transportTo(fields, await reach.addressOf(fields.host));
    await closeOnAbort(
      reach.signal,
      () => transport.close(),
      () => transport.verify(),
    );
    return { ok: true };
  },
});
