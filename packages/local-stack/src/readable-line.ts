import type { Terminal } from './terminal.ts';

/**
 * Formats a service's log line, which follows its coloured name. The name is not repeated, and errors are highlighted.
 */
export function readableLine(name: string, line: string, terminal: Pick<Terminal, 'paint'>): string {
  const match = /^(\d\d:\d\d:\d\d)\.\d+ ([A-Z]+) ([\w-]+): (.*)$/.exec(line);
  if (match === null || match[3] !== name) return line;
  const [, clock, level, , text] = match as unknown as [string, string, string, string, string];
  const mark = level === 'INFO' ? '' : `${terminal.paint(level === 'WARN' ? 'yellow' : 'red', level)} `;
  return `${terminal.paint('dim', clock)} ${mark}${text}`;
}
