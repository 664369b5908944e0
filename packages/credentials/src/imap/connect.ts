import type { StoredConfig } from '@workflow/component-kit';
import { ImapFlow } from 'imapflow';
import { servernameOf } from '../connections.ts';
import type { descriptor } from './descriptor.ts';

export type ImapFields = StoredConfig<typeof descriptor.schema>;

/** Without these limits a server could send a gigabyte, which the library holds in memory and parses in one turn. */
const MAX_LINE_BYTES = 65_536;
/** A search returns the mails among 1,000 numbers. The library reads ten responses in a turn of the event loop. */
const MAX_TOKENS = 4_000;
/** Bytes of a response in addition to the text in it. */
const FRAME_BYTES = 65_536;

/**
 * Returns a client that connects to this address and signs in when `connect` is called.
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
  // Pending calls are rejected when the connection fails.
  client.on('error', () => undefined);
  return client;
}
