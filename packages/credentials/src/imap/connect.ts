import type { StoredConfig } from '@workflow/component-kit';
import { ImapFlow } from 'imapflow';
import { servernameOf } from '../connections.ts';
import type { descriptor } from './descriptor.ts';

export type ImapFields = StoredConfig<typeof descriptor.schema>;

/** Without these a server could send a gigabyte, all of which is held and read at once. */
const MAX_LINE_BYTES = 65_536;
const MAX_TOKENS = 10_000;
/** Of a response around the text that it has. */
const FRAME_BYTES = 65_536;

/**
 * A client that connects to this address when it is told to, and signs in.
 * @param maxBytes of one text that the server sends
 */
export function clientOf({ host, port, tls, user, password }: ImapFields, address: string, maxBytes: number): ImapFlow {
  const client = new ImapFlow({
    host: address,
    ...servernameOf(host),
    port,
    secure: tls === 'implicit',
    doSTARTTLS: tls === 'starttls',
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: maxBytes,
    maxResponseSize: maxBytes + FRAME_BYTES,
    maxResponseTokens: MAX_TOKENS,
  });
  // What waits for a connection that fails is rejected.
  client.on('error', () => undefined);
  return client;
}
