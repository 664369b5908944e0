import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { ExportTarget } from './export-target.ts';

/**
 * Maximum bytes of the lines in one object, which is in memory until it is written. Further sessions go into another
 * object.
 */
const MAX_OBJECT_BYTES = 64 * 1024 * 1024;

/** Thrown if the target could not store an object. This affects all organizations. */
export class ExportFailed extends Error {
  override name = 'ExportFailed';

  constructor(cause: unknown) {
    super('Could not export the old sessions. They are not deleted.', { cause });
  }
}

/**
 * Writes sessions of an organization as one object of newline-delimited JSON, compressed by gzip. Its name is derived
 * from the sessions, so that a retry replaces it.
 * @param lineOf returns a session with its steps as one line of JSON, in several strings; none if the session was
 * deleted
 * @returns the sessions that it wrote, which are fewer than requested if they are large
 * @throws ExportFailed, or an error of `lineOf`
 */
export async function exportSessions(
  target: ExportTarget,
  { organizationId, sessionIds }: { organizationId: string; sessionIds: readonly string[] },
  lineOf: (sessionId: string) => AsyncIterable<string>,
  maxBytes = MAX_OBJECT_BYTES,
): Promise<string[]> {
  const gzip = createGzip();
  const compressed = buffer(gzip);
  const written: string[] = [];
  let bytes = 0;
  try {
    for (const sessionId of sessionIds) {
      if (bytes >= maxBytes) break;
      const before = bytes;
      // Only one string of a session is in memory at a time, in addition to the compressed bytes.
      for await (const piece of lineOf(sessionId)) {
        bytes += Buffer.byteLength(piece);
        if (!gzip.write(piece)) await once(gzip, 'drain');
      }
      written.push(sessionId);
      if (bytes > before) gzip.write('\n');
    }
    gzip.end();
  } catch (error) {
    gzip.destroy();
    await compressed.catch(() => undefined);
    throw error;
  }
  const name = `organizations/${organizationId}/${written[0]}_${written.at(-1)}.ndjson.gz`;
  const content = await compressed;
  await target.put(name, content).catch((error: unknown) => {
    throw new ExportFailed(error);
  });
  return written;
}
