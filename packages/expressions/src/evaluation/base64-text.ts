/** Bytes that become characters in one call, whose arguments are on the stack. */
const CHUNK_BYTES = 8_192;

/**
 * Returns a text as Base64 of its UTF-8 (RFC 4648 §4): JSONata's own function takes each character for a byte.
 * @throws TypeError for half of a character, which has no UTF-8
 */
export function encodeBase64(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!text.isWellFormed()) throw new TypeError('$base64encode: the text has half of a character');
  const bytes = new TextEncoder().encode(text);
  let characters = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    characters += String.fromCodePoint(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(characters);
}

/**
 * Returns the text whose UTF-8 the Base64 is; that of addresses (RFC 4648 §5) is read as well.
 * @throws TypeError for what is not Base64, or for bytes that are no text
 */
export function decodeBase64(base64: string | undefined): string | undefined {
  if (base64 === undefined) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.codePointAt(0) ?? 0);
  } catch {
    throw new TypeError('$base64decode: the text is not Base64');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new TypeError('$base64decode: the bytes are no text in UTF-8; a Convert component makes a file of them');
  }
}
