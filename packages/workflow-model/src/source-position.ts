/** A place in a program. Line and column are counted from 1. */
export interface SourcePosition {
  line: number;
  column: number;
}

const AT_END = / \(line (\d{1,9}), column (\d{1,9})\)$/;

/** Returns the message with a place in the source. */
export function atPosition(message: string, { line, column }: SourcePosition): string {
  return `${message} (line ${line}, column ${column})`;
}

/** Returns the place in a message that `atPosition` wrote, or null. */
export function positionIn(message: string): SourcePosition | null {
  const [, line, column] = AT_END.exec(message) ?? [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}
