import { asText, type Json } from '@workflow/workflow-model';

/** Matches control characters and line ends, which would end a header. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/** Returns a value as the text of a header of an e-mail, such as the subject, in one line (RFC 5322 §2.2). */
export function mailHeader(value: Json): string {
  return asText(value).toWellFormed().replaceAll(CONTROLS, ' ').trim();
}
