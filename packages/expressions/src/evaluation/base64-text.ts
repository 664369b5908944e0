/** The number of bytes that become characters in one call, because the arguments of a call are on the stack. */
const CHUNK_BYTES = 8_192;

/**
 * Returns a text as Base64 of its UTF-8 (RFC 4648 §4). JSONata's own function treats each character as a byte.
 * @throws TypeError for half of a surrogate pair, which has no UTF-8
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
 * Returns the text whose UTF-8 is encoded. Also reads the Base64 of URLs (RFC 4648 §5).
 * @throws TypeError if the input is not Base64 or the bytes are not text
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
