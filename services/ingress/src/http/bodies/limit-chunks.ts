import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../errors/api-error.ts';
import { ignoreParsed } from '../ignore-parsed.ts';
import { pauseConnection } from '../pause-connection.ts';
import { BodyTurns, TURN_BYTES } from './body-turns.ts';

/**
 * Maximum number of chunks between two pauses. Without pauses, libuv would read megabytes of one connection before it
 * continues with the next connection.
 */
export const CHUNKS_IN_A_ROW = 256;

/**
 * Each chunk takes time, however small. A body is refused if it has more than MAX_TINY_CHUNKS chunks, and these have
 * fewer than TINY_CHUNK_BYTES bytes on average.
 */
const MAX_TINY_CHUNKS = 2_048;
const TINY_CHUNK_BYTES = 4;

/** Returns true if a body is refused because it has many chunks with very few bytes. */
export function areTooSmall(chunks: number, bytes: number): boolean {
  return chunks > MAX_TINY_CHUNKS && bytes < chunks * TINY_CHUNK_BYTES;
}

/**
 * Maximum bytes and chunks that are read of a body which nobody needs. If they were not read, the client would get a
 * reset of the connection instead of the answer.
 */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;
const MAX_DRAINED_CHUNKS = 1_024;

/**
 * The turns of connections whose bodies have very many chunks: one turn of the event loop reads one connection. Client
 * addresses take turns.
 */
const turns = new BodyTurns();

/** Requests whose bodies are not read any more. */
const stopped = new WeakSet<IncomingMessage>();

interface ChunkLimiter {
  /** Counts a chunk. */
  add(): void;
  /** Returns true while the connection waits for its turn. It is then not read, however much the client sends. */
  isWaiting(): boolean;
}

/**
 * Limits the chunks of a body. If it has very many, its connection is paused until it is its turn. Only the bytes that
 * Node.js has read already, at most 64 KiB, are still parsed.
 * @param isPaused returns true if the connection must remain paused for another reason
 */
export function chunkLimiter(request: IncomingMessage, isPaused: () => boolean): ChunkLimiter {
  let inARow = 0;
  let isWaiting = false;
  const add = (): void => {
    inARow += 1;
    if (inARow < CHUNKS_IN_A_ROW || isWaiting) return;
    isWaiting = true;
    // Node.js resumes the connection whenever it asks the request for more, which it does after each chunk.
    request._read = () => undefined;
    request.socket.pause();
    void turns.wait(request.socket.remoteAddress ?? '', TURN_BYTES).then(() => {
      [inARow, isWaiting] = [0, false];
      if (stopped.has(request)) return;
      Reflect.deleteProperty(request, '_read');
      // Node.js continues with the next request of the connection, whose body may have to wait.
      if (!request.complete && !isPaused()) request.socket.resume();
    });
  };
  return { add, isWaiting: () => isWaiting };
}

/** The time that the client has to read the answer before its connection is closed in the middle of its body. */
export const ANSWER_READ_WITHIN_MS = 5_000;

/**
 * Reads and drops the remainder of a body which nobody needs, with pauses and up to a limit. A connection that sends
 * more is closed after the answer.
 */
export function drainBody(request: IncomingMessage, response: ServerResponse): void {
  if (stopped.has(request)) return;
  let [bytes, chunks] = [0, 0];
  const limiter = chunkLimiter(request, () => false);
  request.on('data', (chunk: Buffer) => {
    if (stopped.has(request)) return;
    bytes += chunk.length;
    chunks += 1;
    if (bytes > MAX_DRAINED_BYTES || chunks > MAX_DRAINED_CHUNKS) stopReading(request, response);
    else limiter.add();
  });
  request.on('error', () => undefined);
}

/**
 * Stops reading a body with very many tiny chunks that arrive before a handler reads them, for example while the
 * request waits for its turn.
 */
export function limitUnreadChunks(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let [chunks, bytes] = [0, 0];
  request.push = (chunk: Buffer | null): boolean => {
    // `readableFlowing` is null until a handler reads the body.
    if (chunk !== null && request.readableFlowing === null) {
      chunks += 1;
      bytes += chunk.length;
      if (areTooSmall(chunks, bytes)) {
        stopReading(request, response);
        return false;
      }
    }
    return push(chunk);
  };
}

/** @throws ApiError CHUNKS_TOO_SMALL if `limitUnreadChunks` stopped the body */
export function requireReadable(request: IncomingMessage): void {
  if (stopped.has(request)) throw chunksTooSmall();
}

/**
 * Returns the error of a body with tiny chunks. Parsing such a body takes milliseconds, so it is answered late, and its
 * client cannot send many of them in a row.
 */
export function chunksTooSmall(): ApiError {
  return new ApiError('CHUNKS_TOO_SMALL', { answeredLate: true });
}

/**
 * Reads nothing more of a body, and closes the connection some time after the answer. If the end of the body has
 * arrived already, the connection continues with its next request.
 */
export function stopReading(request: IncomingMessage, response: ServerResponse): void {
  if (stopped.has(request)) return;
  stopped.add(request);
  // Node.js resumes the connection whenever it asks the request for more.
  request._read = () => undefined;
  pauseConnection(request.socket);
  const parseBodies = ignoreParsed(request.socket, ['parserOnBody']);
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null): boolean => {
    // The body of the next request may follow in the same bytes.
    if (chunk === null) parseBodies();
    return push(chunk);
  };
  setImmediate(() => {
    if (!request.complete) pauseConnection(request.socket);
  });
  const end = (): void => void setTimeout(() => request.destroy(), ANSWER_READ_WITHIN_MS).unref();
  if (response.writableFinished) end();
  else response.once('finish', end);
}
