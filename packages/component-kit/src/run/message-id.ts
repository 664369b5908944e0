import { domainToASCII } from 'node:url';
import type { MailAddress } from './opened/mail-server.ts';

/** Returns the Message-ID for a key. It must not contain a colon (RFC 5322 §3.6.4). */
export function messageIdOf(key: string, { address }: MailAddress): string {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)) || 'localhost';
  return `<${key.replaceAll(':', '.')}@${domain}>`;
}
