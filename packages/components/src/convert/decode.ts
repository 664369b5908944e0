import { StepFailure } from '@workflow/component-kit/run';

const BASE64 = /^[\w+/-]*={0,2}$/;

/** Standard Base64 and that of addresses (RFC 4648 §4, §5). @throws StepFailure DATA_INVALID */
export function decodeBase64(text: string): Buffer {
  const packed = text.replaceAll(/\s+/g, '');
  if (!BASE64.test(packed)) throw new StepFailure('DATA_INVALID', 'the text is not Base64');
  return Buffer.from(packed, 'base64');
}

/** The text of a file. A byte order mark decides over the character set. @throws StepFailure DATA_INVALID */
export function decodeText(bytes: Buffer, charset: string): string {
  const marked = markOf(bytes);
  try {
    return new TextDecoder(marked ?? charset, { fatal: true }).decode(bytes);
  } catch {
    throw new StepFailure('DATA_INVALID', `the file is no text in ${marked ?? charset}: choose its character set`);
  }
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}
