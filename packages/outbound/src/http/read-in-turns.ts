import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';

/** The bytes of one connection after which the next ones are read in the next turn of the event loop. */
const TURN_BYTES = 65_536;
/** The chunks of a body after which its reader continues in the next turn of the event loop. */
const TURN_CHUNKS = 256;

/**
 * Limits what a library reads of a connection in one turn of the event loop. libuv returns 2 MiB of a fast server in
 * one turn, and an HTTP library calls functions for each chunk in it, which may have a single byte.
 */
export function readConnectionInTurns(connection: Readable): void {
  const read = connection.read.bind(connection) as (size?: number) => Buffer | null;
  let left = TURN_BYTES;
  let isAwaited = false;
  // The library reads in the context of the connection, where its errors are handled.
  const nextTurn = AsyncLocalStorage.bind((): void => {
    left = TURN_BYTES;
    if (!isAwaited) return;
    isAwaited = false;
    // The library reads when this event occurs. Node.js emits none, because the bytes arrived before.
    if (!connection.destroyed) connection.emit('readable');
  });
  // After an error the library reads nothing more, and may treat what it has read as the whole answer.
  connection.once('error', () => {
    if (!isAwaited) return;
    isAwaited = false;
    connection.emit('readable');
  });
  connection.read = (size?: number): Buffer | null => {
    // Node.js reads nothing to start or continue the connection.
    if (size === 0) return read(0);
    // Nothing arrives any more at a connection that failed or was closed.
    if (left <= 0 && !connection.destroyed) {
      isAwaited = true;
      return null;
    }
    const chunk = read(size);
    if (chunk === null) return null;
    if (left === TURN_BYTES) setImmediate(nextTurn);
    left -= chunk.length;
    return chunk;
  };
}

/** Yields the chunks of a body in several turns of the event loop if there are many, however many have arrived. */
export async function* inTurns(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunksOfTurn = 0;
  for await (const chunk of chunks) {
    yield chunk;
    chunksOfTurn += 1;
    if (chunksOfTurn < TURN_CHUNKS) continue;
    chunksOfTurn = 0;
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
}
