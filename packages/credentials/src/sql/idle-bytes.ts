import type { Duplex } from 'node:stream';
import { StepFailure } from '@workflow/component-kit/run';

/** Bytes that a server may send while a client connects, and between any two statements. */
const MAX_IDLE_BYTES = 262_144;

const limits = new WeakMap<Duplex, IdleBytes>();

/**
 * Counts the received bytes of a connection while no statement runs, from its first byte on, and closes the connection
 * at the limit. The libraries buffer a whole message, whatever length the server announces.
 */
export class IdleBytes {
  #left = MAX_IDLE_BYTES;
  #isSuspended = false;

  /** Also counts the bytes of this stream: the socket, or the decrypted stream. */
  watch(stream: Duplex): void {
    limits.set(stream, this);
    stream.on('data', (chunk: Buffer) => {
      if (this.#isSuspended) return;
      this.#left -= chunk.length;
      if (this.#left >= 0) return;
      const why = `the database sent more than ${MAX_IDLE_BYTES} bytes without being asked`;
      stream.destroy(new StepFailure('DATABASE_UNAVAILABLE', why));
    });
  }

  /** Does not count until the promise is settled, because a statement has its own limit. */
  async suspendFor<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isSuspended = true;
    try {
      return await work();
    } finally {
      this.#isSuspended = false;
      this.#left = MAX_IDLE_BYTES;
    }
  }
}

/** Returns the limit that watches a stream. */
export function idleBytesOf(stream: Duplex): IdleBytes | undefined {
  return limits.get(stream);
}
