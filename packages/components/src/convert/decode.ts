import { StepFailure } from '@workflow/component-kit/run';

const ALPHABETS = [/^[\w]*$/, /^[A-Za-z0-9+/]*$/];

/**
 * Decodes standard or URL-safe Base64 (RFC 4648 §4, §5), with or without padding. White space is ignored, because mails
 * and keys have line breaks.
 * @throws StepFailure DATA_INVALID for every other text, also one that was cut off
 */
export function decodeBase64(text: string): Buffer {
  const packed = text.replaceAll(/\s+/g, '');
  const digits = packed.replace(/={1,2}$/, '');
  const bytes = Buffer.from(digits, 'base64url');
  const isPadded = digits.length === packed.length || packed.length % 4 === 0;
  const isOneAlphabet = ALPHABETS.some((alphabet) => alphabet.test(digits.replaceAll('-', '_')));
  // Bits beyond the last byte must be zero (§3.5).
  const isWhole = bytes.toString('base64url') === digits.replaceAll('+', '-').replaceAll('/', '_');
  if (isPadded && isOneAlphabet && isWhole) return bytes;
  throw new StepFailure('DATA_INVALID', 'The text is not Base64');
}

/**
 * Decodes the text of a file. A byte order mark takes precedence over the character set. @throws StepFailure
 * DATA_INVALID
 */
export function decodeText(bytes: Buffer, charset: string): string {
  const marked = markOf(bytes);
  try {
    return new TextDecoder(marked ?? charset, { fatal: true }).decode(bytes);
  } catch {
    throw new StepFailure('DATA_INVALID', `The file is not text in ${marked ?? charset}. Choose another character set`);
  }
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}
