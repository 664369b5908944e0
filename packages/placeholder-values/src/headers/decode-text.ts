/**
 * The decoders by charset. Creating one takes longer than decoding a short text, and a form may have 10,000 of them.
 * There are as many as `TextDecoder` knows names, which are about 230.
 */
const decoders = new Map<string, TextDecoder>();
const EMPTY = new Uint8Array(0);

/**
 * Decodes a text. Returns null for an unknown charset, or for bytes that are invalid in it. Drops a byte order mark.
 */
export function decodeText(bytes: Uint8Array, charset: string): string | null {
  const name = charset.trim().toLowerCase();
  try {
    return decoderOf(name).decode(bytes);
  } catch {
    restore(name);
    return null;
  }
}

/** @throws RangeError for an unknown charset */
function decoderOf(name: string): TextDecoder {
  let decoder = decoders.get(name);
  if (decoder === undefined) {
    decoder = new TextDecoder(name, { fatal: true });
    decoders.set(name, decoder);
  }
  return decoder;
}

/** Makes a decoder forget a text that was invalid. Node.js may reset it only after it has decoded something valid. */
function restore(name: string): void {
  try {
    decoders.get(name)?.decode(EMPTY);
  } catch {
    decoders.delete(name);
  }
}
