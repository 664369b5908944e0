import { decodeText } from './decode-text.ts';

/**
 * A parameter after a semicolon: a token, or a quoted string whose backslashes escape (RFC 9110 §5.6.6). Everything
 * else up to the next semicolon is passed over.
 */
const PARAMETER = /\s*;\s*(?:([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;]*)))?[^;]*/y;

/**
 * Returns the parameters of a header field such as `Content-Type` or `Content-Disposition`, by their names in lower
 * case. A semicolon within quotes begins no parameter. If two parameters have one name, the first one counts. A value
 * without quotes may have spaces, which some senders write.
 *
 * @example
 * headerParameters('form-data; filename="x; name=evil"; name="upload"').get('name'); // 'upload'
 */
export function headerParameters(field: string): Map<string, string> {
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = Math.max(0, field.indexOf(';'));
  for (let found = PARAMETER.exec(field); found !== null; found = PARAMETER.exec(field)) {
    const [, name, quoted, token = ''] = found;
    // Windows paths have backslashes that escape nothing.
    const value = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token.trimEnd();
    const key = name?.toLowerCase();
    if (key !== undefined && !parameters.has(key)) parameters.set(key, value);
  }
  return parameters;
}

/**
 * Returns the charset of a content type; undefined without one. Some senders put it into single quotes, or have a
 * comment or a second content type after it.
 */
export function charsetOf(contentType: string): string | undefined {
  const charset = headerParameters(contentType).get('charset') ?? '';
  const name = /^'?([^\s'(,]*)/.exec(charset)?.[1] ?? '';
  return name === '' ? undefined : name;
}

/**
 * Returns the text of a parameter whose name ends with `*`, such as `UTF-8''na%C3%AFve.txt` (RFC 8187 §3.2). Returns
 * null for undefined, an unknown charset, and bytes that are not text in it.
 */
export function extendedValue(value: string | undefined): string | null {
  const [, charset, encoded] = /^([^']*)'[^']*'(.*)$/s.exec(value ?? '') ?? [];
  return charset === undefined || encoded === undefined ? null : decodeText(percentDecoded(encoded), charset);
}

function percentDecoded(text: string): Uint8Array<ArrayBuffer> {
  // Every second part is the digits of a byte.
  const parts = text.split(/%([\da-f]{2})/i);
  return Uint8Array.from(
    parts.flatMap((part, index) => (index % 2 === 1 ? [Number.parseInt(part, 16)] : [...ENCODER.encode(part)])),
  );
}

const ENCODER = new TextEncoder();
