import type { Session } from '../../api/types.ts';

type Started = Pick<Session, 'workflowId' | 'componentId' | 'placeholderValues'>;

/**
 * Returns a command for a shell that runs the published version with the values of a session and waits for its output.
 * The key must be filled in.
 */
export function runAsCurl({ workflowId, componentId, placeholderValues }: Started, origin: string): string {
  const body = JSON.stringify({ workflowId, componentId, mode: 'PROD', placeholderValues });
  return [
    `curl -X POST ${quoted(`${origin}/v1/workflow/run`)}`,
    "-H 'x-api-key: <API_KEY>'",
    "-H 'Content-Type: application/json'",
    "-H 'Prefer: wait'",
    `-d ${quoted(body)}`,
  ].join(' \\\n  ');
}

/** In single quotes a shell leaves everything as it is but the quote itself (POSIX, 2.2.2). */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
