import { StepFailure, type Json } from '@workflow/workflow-model';

/**
 * Matches everything that is not a character of XML (https://www.w3.org/TR/xml/#charsets), including lone surrogates.
 */
const NO_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/**
 * Returns a text, number, boolean or null as the text of an element. A carriage return is written by its number,
 * because parsers read it as a line feed (https://www.w3.org/TR/xml/#sec-line-ends).
 * @throws StepFailure DATA_INVALID for a character that XML cannot hold
 */
export function xmlText(value: Json): string {
  return textOf(value).replaceAll(/[&<>\r]/g, (character) => ESCAPES[character] as string);
}

/**
 * Returns a text, number, boolean or null as the value of an attribute, between double quotes. White space other than
 * blanks is written by its number, because parsers read it as a blank (https://www.w3.org/TR/xml/#AVNormalize).
 * @throws StepFailure DATA_INVALID for a character that XML cannot hold
 */
export function xmlAttribute(value: Json): string {
  return textOf(value).replaceAll(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] as string);
}

function textOf(value: Json): string {
  const text = value === null ? '' : String(value);
  const code = NO_CHARACTER.exec(text)?.[0].codePointAt(0);
  if (code === undefined) return text;
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  throw new StepFailure(
    'DATA_INVALID',
    `XML cannot hold the character ${name}: remove it, or encode the text in Base64`,
  );
}
