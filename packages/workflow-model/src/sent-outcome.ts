import type { Json } from './definition.ts';
import type { SessionError } from './session.ts';

/** The outcome of a session's first run, which an executor sends to the ingress that waits for it. */
export interface SentOutcome {
  organizationId: string;
  status: 'SUCCEEDED' | 'FAILED';
  output: Json;
  error: SessionError | null;
}

/** Returns an outcome as JSON text. Reading it gives exactly what PostgreSQL returns for the session. */
export function writeSentOutcome({ organizationId, status, output, error }: SentOutcome): string {
  return JSON.stringify([organizationId, status, output, error && inOrderOfJsonb(error)]);
}

/** Reads an outcome. Returns null if the text is another notification about a session. */
export function readSentOutcome(text: string): SentOutcome | null {
  const outcome: unknown = JSON.parse(text);
  if (!Array.isArray(outcome)) return null;
  const [organizationId, status, output, error] = outcome as [string, SentOutcome['status'], Json, SessionError | null];
  return { organizationId, status, output, error };
}

/** Sorts the keys of an error as jsonb does: by length, then by bytes. Its keys are ASCII. */
function inOrderOfJsonb(error: SessionError): SessionError {
  const entries = Object.entries(error).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(entries) as unknown as SessionError;
}
