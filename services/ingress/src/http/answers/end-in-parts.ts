import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

const PART_BYTES = 65_536;

/**
 * Ends an answer with its bytes, a part at a time, each once the connection took the one before: what a client reads
 * shows in the bytes that were written. Never rejects.
 */
export async function endInParts(response: ServerResponse, pieces: readonly Buffer[]): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    for (const part of partsOf(pieces)) {
      if (response.destroyed) return;
      if (!response.write(part)) await once(response, 'drain', { signal: gone.signal });
    }
    response.end();
  } catch {
    // The client has gone, or its connection was closed.
  }
}

function* partsOf(pieces: readonly Buffer[]): Generator<Buffer> {
  for (const bytes of pieces)
    for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** Ends an answer to any request; a small one, and one to HEAD, at once. */
export function endAnswer(response: ServerResponse, body: Buffer | string, length: number): void {
  if (length <= PART_BYTES || response.req.method === 'HEAD') response.end(body);
  else void endInParts(response, [typeof body === 'string' ? Buffer.from(body) : body]);
}
