/** A character beyond ASCII, or half of one, and the backslashes before it. */
const BEYOND = /(?<!\\)(\\*)([^\0-\u007F])/g;

/**
 * The same code with `\u2013` for `–`. V8 keeps the source of a module all its life, with two bytes for each character
 * where a single one is no ASCII. What a tag of a template reads as `raw` changes.
 */
export function toAscii(code: string): string {
  return code.replaceAll(BEYOND, (_, slashes: string, character: string) => {
    // Behind a backslash, as in a regular expression, it stands for itself: that backslash becomes the escape's.
    const isEscaped = slashes.length % 2 === 1;
    return `${slashes}${isEscaped ? '' : '\\'}u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
