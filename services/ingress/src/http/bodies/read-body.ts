import type { IncomingMessage, ServerResponse } from 'node:http';
import { CollectedBytes } from '@workflow/outbound/checked-answers';
import { ApiError, bodyTooLarge } from '../../errors/api-error.ts';
import type { BodyReservation } from './body-memory.ts';
import type { BodyProgress, WatchedBody } from './body-progress.ts';
import { isCompressed, unsupportedEncoding } from './inflate-body.ts';
import { areTooSmall, chunkLimiter, chunksTooSmall, drainBody, requireReadable, stopReading } from './limit-chunks.ts';

const EMPTY = Buffer.alloc(0);

/** A body that waits for memory must arrive in larger chunks, because its unread chunks take memory as well. */
const MIN_WAITING_CHUNK_BYTES = 16;

interface ReadBodyOptions {
  maxBytes: number;
  reservation: BodyReservation;
  progress: BodyProgress;
}

/**
 * Returns a request's bytes as they are sent, compressed or not, at most `maxBytes`. Never settles if the client
 * disconnected.
 * @throws ApiError UNSUPPORTED_ENCODING before anything is read, BODY_TOO_LARGE, CHUNKS_TOO_SMALL, REQUEST_TIMEOUT for
 * a body that makes no progress
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  options: ReadBodyOptions,
): Promise<Buffer> {
  const { 'content-encoding': encoding, 'content-length': length } = request.headers;
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity' && !isCompressed(encoding))
    throw unsupportedEncoding();
  if (length !== undefined && Number(length) > options.maxBytes) throw bodyTooLarge(options.maxBytes);
  requireReadable(request);
  return collectBody(request, response, options);
}

/** For a body up to this length, the buffer is checked once before listeners for chunks are added. */
const MAX_ARRIVED_BYTES = 16_384;

/**
 * Reads a small body without listeners: it usually arrives in one packet with its headers, and is buffered when Node.js
 * has parsed that packet. Resolves to undefined if it has not arrived, or if `readBody` has to decide.
 */
export async function readArrivedBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const { 'content-encoding': encoding, 'content-length': length } = request.headers;
  if (encoding !== undefined || length === undefined) return undefined;
  if (Number(length) > Math.min(maxBytes, MAX_ARRIVED_BYTES)) return undefined;
  if (!request.complete) await new Promise<void>((resolve) => void setImmediate(resolve));
  return request.complete ? bufferedBytes(request) : undefined;
}

/**
 * Returns the buffered bytes. Since Node.js 26, `read` returns one chunk at a time, so a body of two packets takes two
 * calls.
 */
function bufferedBytes(request: IncomingMessage): Buffer {
  const first = request.read() as Buffer | null;
  if (first === null) return EMPTY;
  const chunks = [first];
  for (let next = request.read() as Buffer | null; next !== null; next = request.read() as Buffer | null)
    chunks.push(next);
  return chunks.length === 1 ? first : Buffer.concat(chunks);
}

function collectBody(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBytes, reservation, progress }: ReadBodyOptions,
): Promise<Buffer> {
  const collected = new CollectedBytes();
  // The announced length limits the buffer, so that it does not grow to twice its content.
  const bound = Math.min(maxBytes, Number(request.headers['content-length'] ?? maxBytes));
  return new Promise((resolve, reject) => {
    let received = 0;
    let chunks = 0;
    let state: 'reading' | 'waiting' | 'ended' = 'reading';
    let isComplete = false;
    const limiter = chunkLimiter(request, () => state === 'waiting');
    const watched: WatchedBody = {
      received: () => received,
      paused: () => state === 'waiting' || limiter.isWaiting(),
      reservesMemory: () => reservation.counted > 0,
      tooSlow: () => {
        if (!response.headersSent) response.setHeader('Connection', 'close');
        refuse(new ApiError('REQUEST_TIMEOUT'));
      },
    };
    const end = (): void => {
      state = 'ended';
      progress.unwatch(watched);
    };
    const refuse = (error: ApiError, endBody = drain): void => {
      end();
      collected.clear();
      reservation.release();
      request.removeListener('data', take);
      endBody(request, response);
      reject(error);
    };
    const complete = (): void => {
      end();
      resolve(collected.take());
    };
    // Node.js returns no further chunk of a paused request. After the last chunk it still reports the end.
    const appendOnceThereIsRoom = async (chunk: Buffer): Promise<void> => {
      state = 'waiting';
      request.pause();
      request.socket.pause();
      await reservation.room();
      if (state !== 'waiting') return;
      collected.append(chunk, bound);
      state = 'reading';
      letFlow(request);
      if (isComplete) complete();
    };
    const take = (chunk: Buffer): void => {
      received += chunk.length;
      chunks += 1;
      if (received > maxBytes) return refuse(bodyTooLarge(maxBytes));
      if (areTooSmall(chunks, received)) return refuse(chunksTooSmall(), stopReading);
      if (reservation.grow(collected.capacityFor(chunk.length, bound))) collected.append(chunk, bound);
      else if (received < chunks * MIN_WAITING_CHUNK_BYTES) return refuse(chunksTooSmall(), stopReading);
      else void appendOnceThereIsRoom(chunk);
      limiter.add();
    };
    request.on('data', take);
    request.once('end', () => {
      isComplete = true;
      if (state === 'reading') complete();
    });
    response.once('close', () => {
      request.removeListener('data', take);
      // The request was answered while the body waited. The connection continues with its next request.
      if (state === 'waiting') letFlow(request);
      if (state !== 'ended') end();
      collected.clear();
    });
    // The `close` of the response reports a client that disconnects in the middle. There is nobody to answer.
    request.on('error', () => undefined);
    progress.watch(watched);
  });
}

function drain(request: IncomingMessage, response: ServerResponse): void {
  drainBody(request, response);
  letFlow(request);
}

function letFlow(request: IncomingMessage): void {
  request.socket.resume();
  request.resume();
}
