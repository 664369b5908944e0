import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

const PART_BYTES = 65_536;

/**
 * Ends an answer with its bytes, one part at a time. Each part is written after the connection accepted the previous
 * one, so the written bytes show what the client reads. Never rejects.
 */
export async function endInParts(response: ServerResponse, pieces: readonly Buffer[]): Promise<void> {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  try {
    for (const part of partsOf(pieces)) {
      if (response.destroyed) return;
      if (!response.write(part)) await once(response, 'drain', { signal: disconnected.signal });
    }
    response.end();
  } catch {
    // The client has disconnected, or its connection was closed.
  }
}

function* partsOf(pieces: readonly Buffer[]): Generator<Buffer> {
  for (const bytes of pieces)
    for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

/** Ends an answer to any request. A small answer, and one to HEAD, ends immediately. */
export function endAnswer(response: ServerResponse, body: Buffer | string, length: number): void {
  if (length <= PART_BYTES || response.req.method === 'HEAD') response.end(body);
  else void endInParts(response, [typeof body === 'string' ? Buffer.from(body) : body]);
}
