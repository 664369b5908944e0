import type { IncomingMessage } from 'node:http';
import { TURN_BYTES } from './body-turns.ts';
import { areTooSmall, CHUNKS_IN_A_ROW, chunksTooSmall, requireReadable } from './limit-chunks.ts';

/**
 * Yields the chunks of a body. A turn of the event loop yields about 64 KiB, or 256 chunks, because the reader needs
 * time for each chunk, and for each part or line in it. The connection remains open if they are not read to the end.
 * @throws ApiError CHUNKS_TOO_SMALL
 */
export async function* chunksInTurns(request: IncomingMessage): AsyncGenerator<Buffer, void, void> {
  requireReadable(request);
  let [bytes, chunks] = [0, 0];
  let [bytesOfTurn, chunksOfTurn] = [0, 0];
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    chunks += 1;
    if (areTooSmall(chunks, bytes)) throw chunksTooSmall();
    yield chunk;
    bytesOfTurn += chunk.length;
    chunksOfTurn += 1;
    if (bytesOfTurn < TURN_BYTES && chunksOfTurn < CHUNKS_IN_A_ROW) continue;
    [bytesOfTurn, chunksOfTurn] = [0, 0];
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
}
