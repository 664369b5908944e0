const ALPHABETS = [/^[\w]*$/, /^[A-Za-z0-9+/]*$/];

/**
 * Decodes standard or URL-safe Base64 (RFC 4648 §4, §5), with or without padding. White space is ignored, because mails
 * and keys have line breaks. Returns null for every other text, also one that was cut off.
 */
export function decodeBase64(text: string): Buffer | null {
  const packed = text.replaceAll(/\s+/g, '');
  const digits = packed.replace(/={1,2}$/, '');
  const bytes = Buffer.from(digits, 'base64url');
  const isPadded = digits.length === packed.length || packed.length % 4 === 0;
  const isOneAlphabet = ALPHABETS.some((alphabet) => alphabet.test(digits.replaceAll('-', '_')));
  // Bits beyond the last byte must be zero (§3.5).
  const isWhole = bytes.toString('base64url') === digits.replaceAll('+', '-').replaceAll('/', '_');
  return isPadded && isOneAlphabet && isWhole ? bytes : null;
}
