/** A step of a JSONata path; names that are not identifiers are quoted with backticks. */
export function quotedKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? key : `\`${key}\``;
}

/** The JSONata expression for an item of the value of another expression; an empty expression is the root. */
export function pathOfChild(parent: string, key: string, kind: 'item' | 'field'): string {
  if (kind === 'item') return `${parent}[${key}]`;
  return parent === '' ? quotedKey(key) : `${parent}.${quotedKey(key)}`;
}

/** The expression for what a text contains as JSON, which is JSONata as well. */
export function pathOfParsed(path: string): string {
  return `$eval(${path})`;
}

/** The JavaScript for such a path in a program that has the placeholders as `placeholders`. */
export function javaScriptOf(path: string): string {
  return path.replaceAll(
    /\$eval\(|(?<dot>\.?)(?:`(?<quoted>[^`]*)`|(?<plain>[A-Za-z_]\w*))/g,
    (part, dot: string, quoted: string | undefined, plain: string | undefined) => {
      if (part === '$eval(') return 'JSON.parse(';
      const access = plain === undefined ? `[${JSON.stringify(quoted)}]` : `.${plain}`;
      return dot === '' ? `placeholders${access}` : access;
    },
  );
}
