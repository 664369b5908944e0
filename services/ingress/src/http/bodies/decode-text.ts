/** Returns null for an unknown charset, or for bytes that are not text in it. A byte order mark is dropped. */
export function decodeText(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
