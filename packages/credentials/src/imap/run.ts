import { ImapFlow } from 'imapflow';
import { closeOnAbort, servernameOf } from '../connections.ts';
import { defineCredentialRunner } from '../define-runner.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(descriptor, {
  async test({ host, port, tls, user, password }, reach) {
    const client = new ImapFlow({
      host: await reach.addressOf(host),
      ...servernameOf(host),
      port,
      secure: tls === 'implicit',
      doSTARTTLS: tls === 'starttls',
      auth: { user, pass: password },
      logger: false,
    });
    // What waits for a connection that fails is rejected.
    client.on('error', () => undefined);
    await closeOnAbort(
      reach.signal,
      () => client.close(),
      () => client.connect(),
    );
    return { ok: true };
  },
});
