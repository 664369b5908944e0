/**
 * Decodes a text. Returns null for an unknown charset, or for bytes that are invalid in it. Drops a byte order mark.
 */
export function decodeText(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
