/** A place in a program, line and column counted from 1. */
export interface SourcePosition {
  line: number;
  column: number;
}

const AT_END = / \(line (\d{1,9}), column (\d{1,9})\)$/;

/** The message with the place in the author's source that it means. */
export function atPosition(message: string, { line, column }: SourcePosition): string {
  return `${message} (line ${line}, column ${column})`;
}

/** The place that a message names by `atPosition`; null: it names none. */
export function positionIn(message: string): SourcePosition | null {
  const [, line, column] = AT_END.exec(message) ?? [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}
