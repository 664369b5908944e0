import type { IncomingMessage } from 'node:http';

export function isMultipart({ headers }: IncomingMessage): boolean {
  return /^\s*multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}
