export const MAX_FILE_NAME = 255;
const MAX_MEDIA_TYPE = 255;
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Matches control characters, line ends, and characters that change the direction: `exe.gpj` must not look like
 * `jpg.exe`.
 */
const NOT_IN_NAMES = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Returns the last segment of a possible path, without control characters. Returns null if nothing of it can be a name.
 */
export function fileNameOf(given: string): string | null {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last.replaceAll(NOT_IN_NAMES, '').trim();
  if (name === '' || name === '.' || name === '..' || !name.isWellFormed()) return null;
  return name.slice(0, MAX_FILE_NAME).toWellFormed();
}

/**
 * Returns a media type in the form in which it can be sent (RFC 9110 §8.3.1). Anything else becomes application/octet-
 * stream.
 */
export function mediaTypeOf(given: string | undefined): string {
  const type = given?.trim() ?? '';
  const isValid = type.length <= MAX_MEDIA_TYPE && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\u0020-\u007E]*)?$/.test(type);
  return isValid ? type : UNKNOWN_TYPE;
}
