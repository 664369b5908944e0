import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SessionOrigin } from '@workflow/workflow-model';
import type { AppContext } from '../../context.ts';
import { ApiError, bodyTooLarge } from '../../errors/api-error.ts';
import { describeError } from '../../http/answers/answer.ts';
import { chunksInTurns } from '../../http/bodies/chunks-in-turns.ts';
import type { Caller } from '../../http/caller.ts';
import type { Exchange } from '../../http/exchange.ts';
import { originOf } from '../../http/origin-of.ts';
import { streamedRequests } from '../../http/server/streamed-requests.ts';
import { splitLines } from './split-lines.ts';
import { startLine } from './start-line.ts';

export const MAX_LINES = 10_000;
export const MAX_BATCH_BYTES = 64 * 1024 * 1024;
/** Maximum number of lines that are committed together. Their answers are written before the next ones are started. */
const MAX_AT_ONCE = 256;
/** A short line takes about as much time as a part of this size of a large body. */
const MIN_LINE_BYTES = 256;
/** The time that the client has to read that the remainder of the batch is ignored. */
const LINGER_MS = 2_000;

interface BatchRequest {
  message: IncomingMessage;
  exchange: Exchange;
}

/** A batch while its lines are answered. */
interface Batch {
  context: AppContext;
  caller: Caller;
  origin: SessionOrigin;
  exchange: Exchange;
  response: ServerResponse;
  /** The number of lines so far. */
  lines: number;
  /** True if the remainder of the batch is ignored. */
  isCut: boolean;
}

/**
 * Reads run requests, one in each line, and answers each with a line, in order, when they are committed. It continues
 * to read when the client has read the answers so far, so a slow client slows the intake and uses no memory. Committed
 * runs remain if the connection drops.
 */
export async function answerLines(
  context: AppContext,
  { message, exchange }: BatchRequest,
  caller: Caller,
  response: ServerResponse,
): Promise<void> {
  const origin = originOf({ message, exchange });
  const batch: Batch = { context, caller, origin, exchange, response, lines: 0, isCut: false };
  let received = 0;
  let working = false;
  const watched = {
    received: () => received,
    paused: () => working,
    reservesMemory: () => false,
    tooSlow: () => response.destroy(),
  };
  streamedRequests.add(message.socket);
  context.bodies.progress.watch(watched);
  const chunks = readChunks(message, (bytes) => {
    received = bytes;
  });
  try {
    for await (const lines of splitLines(chunks, context.config.http.maxBodyBytes)) {
      working = true;
      await answerInGroups(batch, lines);
      working = false;
      if (batch.isCut || response.destroyed) break;
    }
  } catch (error) {
    // The connection dropped, or the batch is too large.
    if (!response.destroyed && error instanceof ApiError) await write(response, refusal(batch, batch.lines + 1, error));
    batch.isCut = true;
  } finally {
    context.bodies.progress.unwatch(watched);
  }
  if (batch.isCut) closeCut(message, response);
  else response.end();
}

/** Starts the lines that arrived together, in groups, each of which is committed together. */
async function answerInGroups(batch: Batch, lines: (Buffer | null)[]): Promise<void> {
  const { context, caller, response } = batch;
  while (lines.length > 0 && !batch.isCut && !response.writableEnded) {
    const first = batch.lines + 1;
    // This includes one line more than is allowed, whose answer reports the limit.
    const group = lines.splice(0, Math.min(MAX_AT_ONCE, MAX_LINES + 1 - batch.lines));
    batch.lines += group.length;
    batch.isCut = batch.lines > MAX_LINES;
    // The lines wait together. A line that waited alone would be accepted after those that follow it.
    const bytes = group.reduce((sum, line) => sum + Math.max(MIN_LINE_BYTES, line?.length ?? 0), 0);
    await context.bodies.turns.wait(caller.organizationId, bytes);
    const answers = await Promise.all(group.map((line, index) => answerTo(batch, line, first + index)));
    await write(response, answers.join(''));
  }
  // A stream ends in the middle if its key is deleted. No later line is run.
  batch.isCut ||= response.writableEnded;
}

/**
 * Yields the chunks of a body up to its maximum size. The connection remains open if they are not read to the end.
 * @param onReceived is called with all bytes so far
 */
async function* readChunks(
  message: IncomingMessage,
  onReceived: (bytes: number) => void,
): AsyncGenerator<Buffer, void, void> {
  let bytes = 0;
  for await (const chunk of chunksInTurns(message)) {
    bytes += chunk.length;
    onReceived(bytes);
    if (bytes > MAX_BATCH_BYTES) throw tooLarge(`${MAX_BATCH_BYTES} bytes`);
    yield chunk;
  }
}

/** Returns the answer to a line, or nothing for an empty one. */
async function answerTo(batch: Batch, line: Buffer | null, number: number): Promise<string> {
  const { context, caller, origin } = batch;
  if (number <= MAX_LINES && line !== null && isBlank(line)) return '';
  try {
    if (number > MAX_LINES) throw tooLarge(`${MAX_LINES} lines`);
    if (line === null) throw bodyTooLarge(context.config.http.maxBodyBytes);
    const started = await startLine(context, caller, line, origin);
    return `${JSON.stringify({ line: number, httpStatus: 200, ...started })}\n`;
  } catch (error) {
    return refusal(batch, number, error);
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function refusal({ exchange }: Batch, number: number, error: unknown): string {
  const { body, headers, code, cause } = describeError(error);
  if (cause !== undefined) Object.assign(exchange, { errorId: body.errorId, code, cause });
  const retryAfter = headers['Retry-After'];
  const pause = retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) };
  return `${JSON.stringify({ line: number, ...body, ...pause })}\n`;
}

/** Resolves when the client has read so much that more can be written, or has disconnected. */
async function write(response: ServerResponse, text: string): Promise<void> {
  if (text === '' || response.destroyed || response.writableEnded || response.write(text)) return;
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  await once(response, 'drain', { signal: disconnected.signal }).catch(() => undefined);
}

function tooLarge(limit: string): ApiError {
  return new ApiError('BATCH_TOO_LARGE', { values: { limit } });
}

/** Closes the connection of a batch that was not read to its end, after the client has had time to read the answers. */
function closeCut(message: IncomingMessage, response: ServerResponse): void {
  response.end(() => {
    message.resume();
    message.socket.end();
    setTimeout(() => message.socket.destroy(), LINGER_MS).unref();
  });
}
