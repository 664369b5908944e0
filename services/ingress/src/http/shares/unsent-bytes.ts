import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SumsByOwner } from '@workflow/service-runtime';
import { ApiError } from '../../errors/api-error.ts';

interface UnsentBytesOptions {
  maxBytes: number;
  maxBytesPerOrganization: number;
  maxBytesPerConnection: number;
  /**
   * A client that reads none of its data for this time is disconnected. So is one whose answer waits for this time
   * behind an earlier answer of its connection.
   */
  timeoutMs: number;
}

/** Smaller answers and events are not counted: their connection needs about as much memory. */
export const UNCOUNTED_BYTES = 16 * 1024;

/** The fraction of an organization's bytes that waiting answers may use. */
const WAITING_SHARE = 1 / 4;

/** If other answers need room, an answer whose client read nothing for this time is dropped. */
const STALLED_MS = 1_000;

const FULL = new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '1' } });

/** An answer, or a part of a stream, whose bytes are counted. */
interface Held {
  response: ServerResponse;
  owner: string;
  bytes: number;
  /** The bytes that the connection had accepted when `tookAt` was set. */
  taken: number;
  /** When its client was last seen to read some of it, on the clock of `performance.now()`. */
  tookAt: number;
}

interface Waiting {
  response: ServerResponse;
  owner: string;
  bytes: number;
  start(): void;
}

/**
 * The bytes of large answers and events that their clients have not read yet. They are limited in total, by
 * organization and by connection, so that slow clients use no more memory than that.
 */
export class UnsentBytes {
  readonly timeoutMs: number;
  readonly #options: UnsentBytesOptions;
  readonly #bytes = new SumsByOwner();
  readonly #byConnection = new WeakMap<Socket, number>();
  /** Oldest first. */
  readonly #held = new Set<Held>();
  readonly #waiting = new Set<Waiting>();
  #look: NodeJS.Timeout | undefined;

  constructor(options: UnsentBytesOptions) {
    this.timeoutMs = options.timeoutMs;
    this.#options = options;
  }

  get total(): number {
    return this.#bytes.total;
  }

  /** Returns the number of answers that wait for room. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Returns true if there is room. A single answer is never too large, and small ones are not counted. */
  hasRoom(owner: string, bytes: number): boolean {
    const { maxBytes, maxBytesPerOrganization } = this.#options;
    if (bytes <= UNCOUNTED_BYTES) return true;
    const bytesOfOwner = this.#bytes.of(owner);
    if (bytesOfOwner > 0 && bytesOfOwner + bytes > maxBytesPerOrganization) return false;
    const { total } = this.#bytes;
    return total === 0 || total + bytes <= maxBytes;
  }

  /** Counts a part of a stream until the returned function is called. Returns null if there is no room for it. */
  take(response: ServerResponse, owner: string, bytes: number): (() => void) | null {
    return this.hasRoom(owner, bytes) ? this.#add(response, owner, bytes) : null;
  }

  /**
   * Counts an answer until it was sent. The answer to a request that changed something waits for room. If too much
   * waits, or there is no room in time, its connection is closed, like that of an answer that is not read.
   * @returns false if the connection was closed
   * @throws ApiError TOO_MANY_REQUESTS if there is no room and its request changed nothing
   */
  async hold(response: ServerResponse, owner: string, bytes: number): Promise<boolean> {
    if (bytes <= UNCOUNTED_BYTES || response.closed) return true;
    if (!this.#fits(response, owner, bytes)) {
      const { method } = response.req;
      if (method === 'GET' || method === 'HEAD') throw FULL;
      return this.#wait(response, owner, bytes);
    }
    this.#count(response, owner, bytes);
    return true;
  }

  #fits({ req }: ServerResponse, owner: string, bytes: number): boolean {
    const onConnection = this.#byConnection.get(req.socket) ?? 0;
    if (onConnection > 0 && onConnection + bytes > this.#options.maxBytesPerConnection) return false;
    return this.hasRoom(owner, bytes);
  }

  #count(response: ServerResponse, owner: string, bytes: number): void {
    // Node.js checks whether the connection accepted any of the bytes before it reports a timeout.
    response.req.socket.setTimeout(this.timeoutMs);
    response.once('close', this.#add(response, owner, bytes));
    if (isBehindEarlier(response)) this.#limitTimeBehindEarlier(response);
  }

  /** The client may read an earlier answer without end, for example a stream, so its connection makes progress. */
  #limitTimeBehindEarlier(response: ServerResponse): void {
    const timer = setTimeout(() => {
      if (isBehindEarlier(response)) disconnect(response);
    }, this.timeoutMs).unref();
    response.once('close', () => clearTimeout(timer));
  }

  /** Counts bytes until the returned function is called. */
  #add(response: ServerResponse, owner: string, bytes: number): () => void {
    const { socket } = response.req;
    const held = { response, owner, bytes, taken: takenBy(response), tookAt: performance.now() };
    this.#held.add(held);
    this.#bytes.add(owner, bytes);
    this.#addToConnection(socket, bytes);
    return () => {
      this.#held.delete(held);
      this.#addToConnection(socket, -bytes);
      this.#bytes.add(owner, -bytes);
      this.#startNext();
    };
  }

  #wait(response: ServerResponse, owner: string, bytes: number): Promise<boolean> {
    let waits = bytes;
    for (const waitingAnswer of this.#waiting) if (waitingAnswer.owner === owner) waits += waitingAnswer.bytes;
    if (this.#waiting.size > 0 && waits > this.#options.maxBytesPerOrganization * WAITING_SHARE) {
      disconnect(response);
      return Promise.resolve(false);
    }
    return new Promise((resolve) => {
      const end = (hasRoom: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        response.removeListener('close', onClose);
        if (!hasRoom) disconnect(response);
        resolve(hasRoom);
      };
      const onClose = (): void => end(false);
      const start = (): void => {
        this.#count(response, owner, bytes);
        end(true);
      };
      const waiting: Waiting = { response, owner, bytes, start };
      const timer = setTimeout(() => end(false), this.timeoutMs);
      this.#waiting.add(waiting);
      response.once('close', onClose);
      this.#lookLater();
    });
  }

  /** Starts the answers that waited longest first. One without room does not delay others. */
  #startNext(): void {
    for (const waiting of this.#waiting) {
      const { response, owner, bytes, start } = waiting;
      if (this.#fits(response, owner, bytes)) start();
    }
  }

  /** While answers wait, closes the connections of clients that read nothing. */
  #lookLater(): void {
    if (this.#look !== undefined) return;
    this.#look = setTimeout(() => {
      this.#look = undefined;
      this.#giveUpStalled();
      this.#startNext();
      if (this.#waiting.size > 0) this.#lookLater();
    }, STALLED_MS / 4).unref();
  }

  #giveUpStalled(): void {
    const owners = new Set<string>();
    for (const { owner } of this.#waiting) owners.add(owner);
    const isFull = this.#bytes.total >= this.#options.maxBytes / 2;
    const now = performance.now();
    for (const held of this.#held) {
      const acceptedBytes = takenBy(held.response);
      if (acceptedBytes !== held.taken) Object.assign(held, { taken: acceptedBytes, tookAt: now });
      else if (now - held.tookAt >= STALLED_MS && (isFull || owners.has(held.owner))) disconnect(held.response);
    }
  }

  #addToConnection(socket: Socket, bytes: number): void {
    this.#byConnection.set(socket, (this.#byConnection.get(socket) ?? 0) + bytes);
  }
}

/** Returns true until the answers to earlier requests of the connection were sent. */
function isBehindEarlier({ socket }: ServerResponse): boolean {
  return socket === null;
}

/** Closes the connection. A response that is destroyed behind an earlier one would remain in memory until its turn. */
function disconnect({ req: { socket } }: ServerResponse): void {
  socket.destroy();
}

/**
 * Returns the bytes that the connection of an answer has passed to the operating system. None of them are of an answer
 * behind an earlier one.
 */
function takenBy(response: ServerResponse): number {
  const { socket } = response.req;
  return isBehindEarlier(response) ? 0 : socket.bytesWritten - socket.writableLength;
}
