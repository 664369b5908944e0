import { decodeBase64, StepFailure } from '@workflow/component-kit/run';

/** Decodes Base64 of both alphabets. @throws StepFailure DATA_INVALID for every other text */
export function readBase64(text: string): Buffer {
  const bytes = decodeBase64(text);
  if (bytes === null) throw new StepFailure('DATA_INVALID', 'The text is not Base64');
  return bytes;
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
