import type { Duplex } from 'node:stream';
import { StepFailure } from '@workflow/component-kit/run';

/** Bytes that a server may send while a client connects, and again between any two statements. */
const MAX_IDLE_BYTES = 262_144;

const limits = new WeakMap<Duplex, IdleBytes>();

/**
 * Counts what comes in on a connection from its first byte on, while no statement runs: the libraries hold a message
 * whole, however long the server says that it is. A connection with more ends.
 */
export class IdleBytes {
  #left = MAX_IDLE_BYTES;
  #isSuspended = false;

  /** Counts what comes in on this stream as well: the socket, and what decrypts it. */
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

  /** Counts nothing until the promise is settled: the statement has a limit itself. */
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

/** The limit that watches a stream. */
export function idleBytesOf(stream: Duplex): IdleBytes | undefined {
  return limits.get(stream);
}
