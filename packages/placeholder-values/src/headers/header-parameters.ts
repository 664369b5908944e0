/** A parameter after a semicolon: a token, or a quoted string whose backslashes escape (RFC 9110 §5.6.6). */
const PARAMETER = /\s*;\s*(?:([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([^\s;]*)))?/y;

/**
 * Returns the parameters of a header field such as `Content-Type` or `Content-Disposition`, by their names in lower
 * case. A semicolon within quotes begins no parameter. If two parameters have one name, the first one counts.
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
    const value = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token;
    const key = name?.toLowerCase();
    if (key !== undefined && !parameters.has(key)) parameters.set(key, value);
  }
  return parameters;
}

/** Returns the charset of a content type, which some senders put into single quotes; undefined without one. */
export function charsetOf(contentType: string): string | undefined {
  return headerParameters(contentType)
    .get('charset')
    ?.replace(/^'(.*)'$/, '$1');
}
