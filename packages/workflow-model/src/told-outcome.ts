import type { Json } from './definition.ts';
import type { SessionError } from './session.ts';

/** What an executor tells of the end of a session's first run to the ingress that waits for it. */
export interface ToldOutcome {
  organizationId: string;
  status: 'SUCCEEDED' | 'FAILED';
  output: Json;
  error: SessionError | null;
}

/** An outcome as JSON text, such that what is read from it is, key by key, what PostgreSQL gives for the session. */
export function writeToldOutcome({ organizationId, status, output, error }: ToldOutcome): string {
  return JSON.stringify([organizationId, status, output, error && inOrderOfJsonb(error)]);
}

/** @returns null for a text that tells something else of a session than its end */
export function readToldOutcome(text: string): ToldOutcome | null {
  const told: unknown = JSON.parse(text);
  if (!Array.isArray(told)) return null;
  const [organizationId, status, output, error] = told as [string, ToldOutcome['status'], Json, SessionError | null];
  return { organizationId, status, output, error };
}

/** Errors are stored as jsonb alone, which sorts keys by length, then by bytes. Their keys are ASCII. */
function inOrderOfJsonb(error: SessionError): SessionError {
  const entries = Object.entries(error).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(entries) as unknown as SessionError;
}
