import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';

/** Bytes of one connection that are read in one turn of the event loop. Further bytes are read in the next turn. */
const TURN_BYTES = 65_536;
/** Chunks of a body that are read in one turn of the event loop. */
const TURN_CHUNKS = 256;

/**
 * Limits what a library reads from a connection in one turn of the event loop. From a fast server, libuv reads up to
 * 2 MiB in one turn. An HTTP library calls functions for each chunk in these bytes, and a chunk may have a single byte.
 */
export function readConnectionInTurns(connection: Readable): void {
  const read = connection.read.bind(connection) as (size?: number) => Buffer | null;
  let remainingBytes = TURN_BYTES;
  let isLibraryWaiting = false;
  // The library must read in the async context of the connection, where its errors are handled.
  const nextTurn = AsyncLocalStorage.bind((): void => {
    remainingBytes = TURN_BYTES;
    if (!isLibraryWaiting) return;
    isLibraryWaiting = false;
    // The library reads at this event. Node.js does not emit it again, because the bytes arrived before.
    if (!connection.destroyed) connection.emit('readable');
  });
  // After an error the library reads nothing more, and may treat what it has read as the whole answer.
  connection.once('error', () => {
    if (!isLibraryWaiting) return;
    isLibraryWaiting = false;
    connection.emit('readable');
  });
  connection.read = (size?: number): Buffer | null => {
    // Node.js calls `read(0)` to start or continue the connection. It returns no bytes.
    if (size === 0) return read(0);
    // Nothing arrives any more at a connection that failed or was closed.
    if (remainingBytes <= 0 && !connection.destroyed) {
      isLibraryWaiting = true;
      return null;
    }
    const chunk = read(size);
    if (chunk === null) return null;
    if (remainingBytes === TURN_BYTES) setImmediate(nextTurn);
    remainingBytes -= chunk.length;
    return chunk;
  };
}

/** Yields the chunks of a body. If many have arrived, the next turns of the event loop yield the further ones. */
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
