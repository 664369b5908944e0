import { decodeBase64, StepFailure } from '@workflow/component-kit/run';

/** Decodes Base64 of both alphabets. @throws StepFailure DATA_INVALID for every other text */
export function readBase64(text: string): Buffer {
  const bytes = decodeBase64(text);
  if (bytes === null) throw new StepFailure('DATA_INVALID', 'The text is not Base64');
  return bytes;
}

/** The first bytes, in hexadecimal digits, of formats that are no text. */
const OTHER_FORMATS: readonly [begins: string, format: string][] = [
  ['504b0304', 'a ZIP archive, such as an .xlsx workbook. Export the sheet as CSV'],
  ['d0cf11e0', 'a document of an old Office program, such as an .xls workbook. Export the sheet as CSV'],
  ['25504446', 'a PDF document'],
  ['1f8b08', 'compressed by gzip'],
];

/**
 * Decodes the text of a file. A byte order mark takes precedence over the character set. @throws StepFailure
 * DATA_INVALID
 */
export function decodeText(bytes: Buffer, charset: string): string {
  const marked = markOf(bytes);
  const beginning = bytes.toString('hex', 0, 4);
  const [, other] = OTHER_FORMATS.find(([begins]) => beginning.startsWith(begins)) ?? [];
  if (other !== undefined) throw new StepFailure('DATA_INVALID', `The file is not text. It is ${other}`);
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
