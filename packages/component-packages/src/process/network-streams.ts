import type { Socket } from 'node:net';
import type { GuardedConnector } from '@workflow/outbound';
import { encodeFrame, FRAME, MAX_DATA_BYTES, type Frame, type FrameKind } from './frames.ts';

/** The connections that a process may have open at a time. */
const MAX_STREAMS = 64;
/** Each frame counts as at least this many bytes, so that many small frames cannot avoid the limit. */
const LEAST_BYTES = 512;
/** The questions for addresses that may wait for an answer. */
const MAX_LOOK_UPS = 64;

export interface NetworkOptions {
  connector: GuardedConnector;
  /** The bytes of all streams of one call, in both directions. */
  maxBytes: number;
}

interface Pipe {
  /** @returns false when the caller must wait for `drain` */
  write(frame: Buffer): boolean;
  pause(): void;
  resume(): void;
  once(event: 'drain', listener: () => void): void;
}

/** The connections of one call of a component process, which the executor opens by its address policy. */
export class NetworkStreams {
  readonly #pipe: Pipe;
  readonly #options: NetworkOptions;
  /** The value is null while the stream is being connected. */
  readonly #streams = new Map<number, Socket | null>();
  #lookUps = 0;
  #bytes = 0;
  #isOver = false;
  /** True while the process waits until a connection accepts its data. */
  #isPaused = false;

  constructor(pipe: Pipe, options: NetworkOptions) {
    this.#pipe = pipe;
    this.#options = options;
  }

  /** @throws RangeError at a frame that no intact process sends */
  receive({ kind, id, payload }: Frame): void {
    if (kind === FRAME.open) this.#open(id, readTarget(payload));
    else if (kind === FRAME.lookUp) this.#lookUp(id, payload.toString());
    else if (kind === FRAME.data) this.#write(id, payload);
    else if (kind === FRAME.end) this.#streams.get(id)?.end();
    else if (kind === FRAME.closed) this.#forget(id)?.destroy();
  }

  /** Ends all streams and notifies the process, which may hold some for its next request. None opens afterwards. */
  close(): void {
    this.#isOver = true;
    for (const id of [...this.#streams.keys()]) {
      this.#forget(id)?.destroy();
      this.#send(FRAME.closed, id);
    }
  }

  #open(id: number, { host, port }: { host: string; port: number }): void {
    if (this.#streams.has(id)) throw new RangeError('it opened a stream twice');
    if (this.#isOver) return this.#refuse(id, { code: 'ECONNREFUSED', message: 'the call has ended' });
    if (this.#streams.size >= MAX_STREAMS)
      return this.#refuse(id, { code: 'EMFILE', message: `more than ${MAX_STREAMS} connections` });
    this.#streams.set(id, null);
    this.#options.connector.connect(host, port).then(
      (socket) => this.#opened(id, socket),
      (error: unknown) => {
        if (this.#streams.delete(id)) this.#refuse(id, error as Error);
      },
    );
  }

  #opened(id: number, socket: Socket): void {
    if (!this.#streams.has(id)) {
      socket.destroy();
      return;
    }
    this.#streams.set(id, socket);
    this.#send(FRAME.opened, id);
    socket.on('data', (chunk: Buffer) => this.#pass(id, socket, chunk));
    socket.on('end', () => this.#send(FRAME.end, id));
    socket.on('error', (error) => {
      if (this.#streams.delete(id)) this.#refuse(id, error);
    });
    socket.on('close', () => {
      if (this.#streams.delete(id)) this.#send(FRAME.closed, id);
    });
  }

  #pass(id: number, socket: Socket, chunk: Buffer): void {
    if (!this.#count(chunk.length)) return;
    let hasRoom = true;
    for (let from = 0; from < chunk.length; from += MAX_DATA_BYTES)
      hasRoom = this.#send(FRAME.data, id, chunk.subarray(from, from + MAX_DATA_BYTES));
    if (hasRoom) return;
    socket.pause();
    this.#pipe.once('drain', () => socket.resume());
  }

  #write(id: number, payload: Buffer): void {
    if (!this.#count(payload.length)) return;
    const socket = this.#streams.get(id);
    // It may have ended while the data was sent.
    if (!socket) return;
    if (socket.write(Buffer.from(payload)) || this.#isPaused) return;
    this.#isPaused = true;
    this.#pipe.pause();
    const goOn = (): void => {
      socket.off('drain', goOn);
      socket.off('close', goOn);
      this.#isPaused = false;
      this.#pipe.resume();
    };
    socket.on('drain', goOn);
    socket.on('close', goOn);
  }

  /** Returns false when the call has reached its byte limit. Its streams are then closed. */
  #count(bytes: number): boolean {
    this.#bytes += Math.max(bytes, LEAST_BYTES);
    if (this.#bytes <= this.#options.maxBytes) return true;
    if (this.#bytes > this.#options.maxBytes * 2) throw new RangeError('it sent data without end');
    for (const id of [...this.#streams.keys()]) {
      this.#forget(id)?.destroy();
      this.#refuse(id, { code: 'ENOBUFS', message: `the call moved more than ${this.#options.maxBytes} bytes` });
    }
    return false;
  }

  #lookUp(id: number, host: string): void {
    if (this.#isOver || this.#lookUps >= MAX_LOOK_UPS)
      return this.#refuse(id, { code: 'ECONNREFUSED', message: 'there are too many open lookups' });
    this.#lookUps += 1;
    this.#options.connector
      .addressesOf(host)
      .then(
        (addresses) => void this.#send(FRAME.addresses, id, JSON.stringify(addresses)),
        (error: unknown) => this.#refuse(id, error as Error),
      )
      .finally(() => (this.#lookUps -= 1));
  }

  #forget(id: number): Socket | null | undefined {
    const socket = this.#streams.get(id);
    this.#streams.delete(id);
    return socket;
  }

  #refuse(id: number, { code = 'ECONNRESET', message }: { code?: string; message: string }): void {
    this.#send(FRAME.closed, id, JSON.stringify({ code, message }));
  }

  #send(kind: FrameKind, id: number, payload?: Uint8Array | string): boolean {
    return this.#pipe.write(encodeFrame(kind, id, payload));
  }
}

function readTarget(payload: Buffer): { host: string; port: number } {
  const { host, port } = JSON.parse(payload.toString()) as { host?: unknown; port?: unknown };
  if (typeof host !== 'string' || host === '' || !Number.isInteger(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new RangeError('it asked for a connection without host and port');
  return { host, port: Number(port) };
}
