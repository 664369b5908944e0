import { charsetOf, type HttpAnswer } from '@workflow/component-kit/run';

const BYTE_ORDER_MARKS: readonly [string, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  // Without a mark, a document begins with "<" or "{" (https://www.w3.org/TR/xml/#sec-guessing).
  ['utf-16be', [0x00, 0x3c]],
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x7b]],
  ['utf-16le', [0x7b, 0x00]],
];

/**
 * Decodes the text of a feed by its byte order mark, otherwise by the charset of the header, of the XML declaration
 * (RFC 7303 §3), or as UTF-8.
 */
export function decodeFeed({ headers, body }: Pick<HttpAnswer, 'headers' | 'body'>): string {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => body[index] === byte))?.[0];
  const header = charsetOf(headers['content-type'] ?? '');
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)/i.exec(body.subarray(0, 200).toString('latin1'))?.[1];
  for (const label of [marked, header, declared]) {
    try {
      if (label !== undefined) return new TextDecoder(label).decode(body);
    } catch {
      // If the label is unknown, the next one is used.
    }
  }
  return new TextDecoder().decode(body);
}
