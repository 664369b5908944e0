import { createTransport } from 'nodemailer';
import { closeOnAbort, servernameOf } from '../connections.ts';
import { defineCredentialRunner } from '../define-runner.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(descriptor, {
  async test({ host, port, tls, user, password }, reach) {
    const transport = createTransport({
      host: await reach.addressOf(host),
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      auth: { user, pass: password },
      tls: servernameOf(host),
    });
    await closeOnAbort(
      reach.signal,
      () => transport.close(),
      () => transport.verify(),
    );
    return { ok: true };
  },
});
