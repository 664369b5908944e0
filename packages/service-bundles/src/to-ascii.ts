/** Matches a character beyond ASCII, or half of one, and the backslashes before it. */
const BEYOND = /(?<!\\)(\\*)([^\0-\u007F])/g;

/**
 * Returns the same code with `\u2013` for `–`. V8 retains the source of a module, and uses two bytes for each character
 * when a single one is not ASCII. The `raw` texts that the tag of a template reads change.
 */
export function toAscii(code: string): string {
  return code.replaceAll(BEYOND, (_, slashes: string, character: string) => {
    // Behind a backslash, as in a regular expression, the character means itself. That backslash becomes the escape's.
    const isEscaped = slashes.length % 2 === 1;
    return `${slashes}${isEscaped ? '' : '\\'}u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
