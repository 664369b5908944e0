import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Maximum number of chunks between two pauses. libuv would return megabytes of one connection before it continues with
 * the next.
 */
const CHUNKS_IN_A_ROW = 256;

/** Maximum bytes that are read of an unwanted body, so that the client reads the answer instead of a reset. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;
const MAX_DRAINED_CHUNKS = 1_024;

/** Returns a function to call for each chunk. It gives other connections time if a body has very many chunks. */
export function chunkLimiter(request: IncomingMessage, isPaused: () => boolean): () => void {
  let inARow = 0;
  return () => {
    inARow += 1;
    if (inARow < CHUNKS_IN_A_ROW) return;
    inARow = 0;
    // A paused request continues until 16 KiB of content are unread, which may be as many chunks.
    request.socket.pause();
    setImmediate(() => {
      if (!isPaused()) request.socket.resume();
    });
  };
}

/** The time that the client has to read the answer before its connection is closed in the middle of its body. */
export const ANSWER_READ_WITHIN_MS = 5_000;

/**
 * Reads the remainder of an unwanted body, with pauses and up to a limit. Beyond it the connection is closed after the
 * answer.
 */
export function drainBody(request: IncomingMessage, response: ServerResponse): void {
  let [bytes, chunks] = [0, 0];
  let isTooMuch = false;
  const limitChunks = chunkLimiter(request, () => isTooMuch);
  const end = (): void => void setTimeout(() => request.destroy(), ANSWER_READ_WITHIN_MS).unref();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    chunks += 1;
    if (isTooMuch) return;
    isTooMuch = bytes > MAX_DRAINED_BYTES || chunks > MAX_DRAINED_CHUNKS;
    if (!isTooMuch) return limitChunks();
    // Node.js resumes the connection whenever it asks the request for more.
    request._read = () => undefined;
    request.socket.pause();
    // A resume that was requested before takes effect after this.
    setImmediate(() => request.socket.pause());
    if (response.writableFinished) end();
    else response.once('finish', end);
  });
  request.on('error', () => undefined);
}
