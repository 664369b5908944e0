import type { SourcePosition } from '@workflow/workflow-model';

const PART_OF_NAME = /[\p{L}\p{N}_$]/u;
/** A member read, or an index. */
const BEFORE_MEMBER = /^(?:\?\.|\.)\s*/;

/**
 * Returns the position of the name that an error is about. QuickJS reports the position before it if the name is a
 * shorthand property, as in `{ name }`: the name is then the next one in the program.
 * @param named `mayBeMember`: it may also be read as a member of an object
 */
export function positionOfName(
  source: string,
  { name, mayBeMember }: { name: string; mayBeMember: boolean },
  reported: SourcePosition,
): SourcePosition {
  const offset = offsetOf(source, reported);
  const at = source.slice(offset);
  const read = mayBeMember ? at.replace(BEFORE_MEMBER, '') : at;
  if ((mayBeMember && read.startsWith('[')) || isNameAt(read, name, 0)) return reported;
  const code = withoutTexts(source);
  for (let found = code.indexOf(name, offset); found >= 0; found = code.indexOf(name, found + name.length))
    if (isNameAt(code, name, found) && !isMember(code, name, found)) return positionAt(source, found);
  return reported;
}

function isNameAt(code: string, name: string, at: number): boolean {
  const [before = '', after = ''] = [code[at - 1], code[at + name.length]];
  return code.startsWith(name, at) && !PART_OF_NAME.test(before) && !PART_OF_NAME.test(after);
}

/** Returns true for `.name`, but not for `...name`, and for `name:`, which is a key. */
function isMember(code: string, name: string, at: number): boolean {
  const isAfterDot = code[at - 1] === '.' && code[at - 2] !== '.';
  return (
    isAfterDot ||
    code
      .slice(at + name.length)
      .trimStart()
      .startsWith(':')
  );
}

function offsetOf(source: string, { line, column }: SourcePosition): number {
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

function positionAt(source: string, offset: number): SourcePosition {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The ends of comments and texts, by how they begin. */
const ENDS: Readonly<Record<string, string>> = { '//': '\n', '/*': '*/', '"': '"', "'": "'" };

/** Returns the program with spaces in place of the characters of comments and texts, which name nothing. */
function withoutTexts(source: string): string {
  let code = '';
  for (let at = 0; at < source.length;) {
    const begin = [source.slice(at, at + 2), source.charAt(at)].find((one) => Object.hasOwn(ENDS, one));
    const end = begin === undefined ? at + 1 : endOf(source, at + begin.length, ENDS[begin] ?? '');
    const part = source.slice(at, end);
    code += begin === undefined ? part : part.replaceAll(/[^\n]/g, ' ');
    at = end;
  }
  return code;
}

/** Returns the position after the end of a comment or a text. A text that is not closed ends with its line. */
function endOf(source: string, from: number, end: string): number {
  const isText = end === '"' || end === "'";
  for (let at = from; at < source.length; at += 1) {
    if (isText && source[at] === '\\') at += 1;
    else if (source.startsWith(end, at)) return at + end.length;
    else if (isText && source[at] === '\n') return at;
  }
  return source.length;
}
