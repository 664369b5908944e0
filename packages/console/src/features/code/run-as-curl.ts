import type { Session } from '../../api/types.ts';

type Started = Pick<Session, 'workflowId' | 'componentId' | 'mode' | 'placeholderValues'>;

/** The request that starts a session like this one, for a shell; the key is to be filled in. */
export function runAsCurl({ workflowId, componentId, mode, placeholderValues }: Started, origin: string): string {
  const body = JSON.stringify({ workflowId, componentId, mode, placeholderValues });
  return [
    `curl -X POST ${quoted(`${origin}/v1/workflow/run`)}`,
    "-H 'x-api-key: <API_KEY>'",
    "-H 'Content-Type: application/json'",
    `-d ${quoted(body)}`,
  ].join(' \\\n  ');
}

/** In single quotes a shell leaves everything as it is but the quote itself (POSIX, 2.2.2). */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
