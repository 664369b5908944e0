import type { IncomingMessage } from 'node:http';

/** Chunks between two pauses. libuv would hand out megabytes of one connection before it looks at the next one. */
const CHUNKS_IN_A_ROW = 1_024;

/**
 * Limits of what is read of a refused or unwanted body, so that the client reads the answer instead of a reset.
 */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;
const MAX_DRAINED_CHUNKS = 8_192;

/** Call it for each chunk: it lets other connections continue while a body arrives in very many chunks. */
export function chunkPacer(request: IncomingMessage, isPaused: () => boolean): () => void {
  let inARow = 0;
  return () => {
    inARow += 1;
    if (inARow < CHUNKS_IN_A_ROW) return;
    inARow = 0;
    // A paused request goes on until 16 KiB of content are unread, which may be as many chunks.
    request.socket.pause();
    setImmediate(() => {
      if (!isPaused()) request.socket.resume();
    });
  };
}

/** Reads the rest of an unwanted body, paced and up to a bound; beyond it the connection ends. */
export function drainBody(request: IncomingMessage): void {
  let [bytes, chunks] = [0, 0];
  const pace = chunkPacer(request, () => false);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    chunks += 1;
    if (bytes > MAX_DRAINED_BYTES || chunks > MAX_DRAINED_CHUNKS) request.destroy();
    else pace();
  });
  request.on('error', () => undefined);
}
