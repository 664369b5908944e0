import type { Session, Step } from '@workflow/client';
import { oneLine } from '../terminal/table.ts';
import type { Style, Terminal } from '../terminal/terminal.ts';

const STYLES: Record<string, Style> = { SUCCEEDED: 'green', FAILED: 'red', CANCELLED: 'yellow' };

/** Returns the status in its colour. */
export function statusText(terminal: Terminal, status: string): string {
  const style = STYLES[status];
  return style === undefined ? status : terminal.styled(status, style);
}

/** Returns the lines that show a session to a person. */
export function describeSession(terminal: Terminal, session: Session): string[] {
  const { id, status, error, output } = session;
  const lines = [`${id}  ${statusText(terminal, status)}${took(session)}`];
  if (error !== null) {
    const errorId = error.errorId === undefined ? '' : ` (errorId ${error.errorId})`;
    lines.push(`${error.code}: ${error.message}${errorId}`);
  }
  if (status === 'SUCCEEDED') lines.push(typeof output === 'string' ? output : JSON.stringify(output, null, 2));
  return lines;
}

/** Returns the line that shows one try of a component. */
export function stepLine(terminal: Terminal, step: Step, name: string): string {
  const again = step.attempt > 1 ? ` (try ${step.attempt})` : '';
  const what = step.error === null ? oneLine(step.output) : `${step.error.code}: ${oneLine(step.error.message)}`;
  return `${statusText(terminal, step.status.padEnd(9))}  ${name}${again}${took(step)}  ${what}`;
}

function took({ startedAt, finishedAt }: { startedAt: string | null; finishedAt: string | null }): string {
  if (startedAt === null || finishedAt === null) return '';
  return `  ${((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000).toFixed(3)} s`;
}
