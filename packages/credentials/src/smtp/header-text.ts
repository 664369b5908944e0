import { encodeWord } from 'nodemailer/lib/mime-funcs';

/** A line has at most 998 characters (RFC 5322 §2.1.1), and only white space begins a new one. */
const MAX_WORD_LENGTH = 900;
/** The library's own length of encoded words, which have at most 75 characters (RFC 2047 §2). */
const MAX_ENCODED_LENGTH = 52;

/**
 * Returns a text for a header without structure, such as the subject. A text that looks encoded, or that has a word
 * which no line can hold, is encoded (RFC 2047 §2), because the library encodes only texts beyond ASCII.
 */
export function headerText(text: string): string {
  const isWritten = !text.includes('=?') && text.split(' ').every((word) => word.length <= MAX_WORD_LENGTH);
  return isWritten ? text : encodeWord(text, 'Q', MAX_ENCODED_LENGTH);
}
