import { asText, type Json } from '@workflow/workflow-model';

/**
 * Returns a value as the text or the HTML of an e-mail. HTML is inserted unchanged, because workflows make it. Half
 * of a character, which no charset can encode, becomes U+FFFD.
 */
export function mailBody(value: Json): string {
  return asText(value).toWellFormed();
}
