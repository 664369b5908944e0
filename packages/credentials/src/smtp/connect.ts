import type { StoredConfig } from '@workflow/component-kit';
import { createTransport } from 'nodemailer';
import { servernameOf } from '../connections.ts';
import type { descriptor } from './descriptor.ts';

export type SmtpFields = StoredConfig<typeof descriptor.schema>;

/** A transport that connects to this address when it is used, and signs in. */
export function transportTo({ host, port, tls, user, password }: SmtpFields, address: string) {
  return createTransport({
    host: address,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    auth: { user, pass: password },
    tls: servernameOf(host),
    // What is attached comes as bytes: nothing of this machine is read, and no address is asked.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
