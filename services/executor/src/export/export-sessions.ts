import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { ExportTarget } from './export-target.ts';

/**
 * Writes sessions of an organization as one object of newline-delimited JSON, compressed by gzip. Its name comes from
 * the sessions, so that a repeat after a failure replaces it.
 * @param lineOf a session with its steps as one line of JSON; null: it is gone
 */
export async function exportSessions(
  target: ExportTarget,
  { organizationId, sessionIds }: { organizationId: string; sessionIds: readonly string[] },
  lineOf: (sessionId: string) => Promise<string | null>,
): Promise<void> {
  const gzip = createGzip();
  const compressed = buffer(gzip);
  for (const sessionId of sessionIds) {
    const line = await lineOf(sessionId);
    // One session at a time is in memory, beside what is compressed.
    if (line !== null && !gzip.write(`${line}\n`)) await once(gzip, 'drain');
  }
  gzip.end();
  await target.put(`organizations/${organizationId}/${sessionIds[0]}_${sessionIds.at(-1)}.ndjson.gz`, await compressed);
}
