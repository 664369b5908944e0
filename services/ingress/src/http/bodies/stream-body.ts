import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, bodyTooLarge } from '../../errors/api-error.ts';
import type { BodyMemory } from './body-memory.ts';
import type { BodyProgress } from './body-progress.ts';
import { chunksInTurns } from './chunks-in-turns.ts';
import { ANSWER_READ_WITHIN_MS, drainBody } from './limit-chunks.ts';

interface StreamBodyOptions {
  /** The organization whose share of memory counts. */
  owner: string;
  /** The bytes of the body that the reader holds at a time. */
  heldBytes: number;
  /** A body with a longer announced length is refused before anything is read. */
  maxBytes: number;
  memory: BodyMemory;
  progress: BodyProgress;
}

/**
 * Yields the bytes of a body while they arrive, for a reader that stores them elsewhere. A slow reader slows the
 * sender, and the memory of the held bytes counts for the organization.
 * @throws ApiError BODY_TOO_LARGE by its announced length, CHUNKS_TOO_SMALL, REQUEST_TIMEOUT for a body that makes no
 * progress
 */
export async function* streamBody(
  request: IncomingMessage,
  response: ServerResponse,
  { owner, heldBytes, maxBytes, memory, progress }: StreamBodyOptions,
): AsyncGenerator<Buffer, void, void> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw bodyTooLarge(maxBytes);
  const reservation = memory.open(owner);
  const release = (): void => reservation.release();
  response.once('close', release);
  let refuse: (error: ApiError) => void = () => undefined;
  let received = 0;
  let isWaiting = true;
  const watched = {
    received: () => received,
    paused: () => isWaiting,
    reservesMemory: () => reservation.counted > 0,
    tooSlow: () => refuse(new ApiError('REQUEST_TIMEOUT', { headers: { Connection: 'close' } })),
  };
  const chunks = chunksInTurns(request);
  // Promise.race with one promise for all chunks would keep memory for each chunk until the end of the body.
  const nextChunk = (): Promise<IteratorResult<Buffer, unknown>> =>
    new Promise((resolve, reject) => {
      refuse = reject;
      chunks.next().then(resolve, reject);
    });
  let hasEnded = false;
  progress.watch(watched);
  try {
    if (!reservation.grow(heldBytes)) await reservation.room();
    for (;;) {
      isWaiting = false;
      const next = await nextChunk();
      isWaiting = true;
      if (next.done === true) break;
      received += next.value.length;
      yield next.value;
    }
    hasEnded = true;
  } finally {
    progress.unwatch(watched);
    release();
    if (!hasEnded && !request.destroyed) leave(request, response, chunks, isWaiting);
  }
}

/**
 * Reads the remainder of an unwanted body, so that its client reads the answer. Reads nothing if the body makes no
 * progress.
 */
function leave(
  request: IncomingMessage,
  response: ServerResponse,
  chunks: AsyncIterator<Buffer>,
  isAnswering: boolean,
): void {
  if (!isAnswering) {
    response.once('close', () => setTimeout(() => request.destroy(), ANSWER_READ_WITHIN_MS).unref());
    return;
  }
  // An iterator stops the request from flowing until it has returned.
  void chunks.return?.().then(() => {
    drainBody(request, response);
    request.resume();
  });
}
