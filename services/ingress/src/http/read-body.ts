import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';

/**
 * Gathers a request's bytes, at most `maxBytes`, and calls back once: with an ApiError for a body that is too
 * large or compressed, else with the bytes. Never calls back for a client that went away. A body that is
 * refused is still read to its end by Node.js, so that the client reads the answer instead of a reset.
 */
export function readBody(request: IncomingMessage, maxBytes: number, done: (error: ApiError | null, body: Buffer) => void): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return done(new ApiError('UNSUPPORTED_ENCODING'), EMPTY);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return done(tooLarge(maxBytes), EMPTY);

  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let size = 0;
  let refused = false;
  request.on('data', (chunk: Buffer) => {
    if (refused) return;
    size += chunk.length;
    if (size > maxBytes) {
      refused = true;
      first = more = undefined;
      done(tooLarge(maxBytes), EMPTY);
    } else if (first === undefined) first = chunk;
    else (more ??= [first]).push(chunk);
  });
  request.on('end', () => {
    if (refused) return;
    const body = more === undefined ? (first ?? EMPTY) : Buffer.concat(more, size);
    // The request lives until it is answered; its chunks need not.
    first = more = undefined;
    done(null, body);
  });
  // A client that goes away in the middle is seen by the response's `close`; there is nobody to answer.
  request.on('error', () => undefined);
}

/**
 * The same up to `MAX_BODY_BYTES`, a large body when its turn has come. `letGo` says that the body is no longer
 * needed, for a request that goes on without it; the end of the request says it in any case.
 */
export function readBodyInTurn(
  context: AppContext,
  request: IncomingMessage,
  response: ServerResponse,
  done: (error: ApiError | null, body: Buffer, letGo: () => void) => void,
): void {
  const { maxBodyBytes } = context.config;
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  // Without a length it may become as large as it can get; one that is too large is refused unread.
  const bytes = length === undefined ? (encoding === undefined ? 0 : maxBodyBytes) : Number(length);
  const letGo = context.largeBodies.take(bytes > maxBodyBytes ? 0 : bytes, () => {
    readBody(request, maxBodyBytes, (error, body) => done(error, body, () => letGo()));
  });
  response.once('close', letGo);
}

const EMPTY = Buffer.alloc(0);

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('BODY_TOO_LARGE', { values: { limit: maxBytes } });
}
