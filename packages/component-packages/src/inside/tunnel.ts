import { Duplex } from 'node:stream';
import { FRAME, MAX_DATA_BYTES, type Frame } from '../process/frames.ts';
import type { HostPipe } from './host-pipe.ts';

/** A connection that the executor opens. It replaces `net.Socket` as far as HTTP and TLS use it. */
export class Tunnel extends Duplex {
  connecting = true;
  readonly remoteAddress: string;
  readonly remotePort: number;
  bytesRead = 0;
  bytesWritten = 0;
  readonly #pipe: HostPipe;
  readonly #id: number;
  readonly #release: () => void;
  readonly #whenOpen: (() => void)[] = [];
  #idle: NodeJS.Timeout | undefined;
  #idleMs = 0;

  constructor(pipe: HostPipe, host: string, port: number) {
    super({ allowHalfOpen: true });
    this.#pipe = pipe;
    this.remoteAddress = host;
    this.remotePort = port;
    const { id, close } = pipe.open((frame) => this.#receive(frame));
    this.#id = id;
    this.#release = close;
    pipe.send(FRAME.open, id, JSON.stringify({ host, port }));
  }

  get readyState(): string {
    return this.connecting ? 'opening' : 'open';
  }

  override _read(): void {
    // Data that arrives is held until it is read. The byte limit of a call and the memory of this process bound it.
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.connecting) {
      this.#whenOpen.push(() => this._write(chunk, _encoding, done));
      return;
    }
    this.#touch();
    this.bytesWritten += chunk.length;
    for (let from = 0; from < chunk.length; from += MAX_DATA_BYTES) {
      const isLast = from + MAX_DATA_BYTES >= chunk.length;
      this.#pipe.send(FRAME.data, this.#id, chunk.subarray(from, from + MAX_DATA_BYTES), isLast ? done : undefined);
    }
    if (chunk.length === 0) done();
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.connecting) {
      this.#whenOpen.push(() => this._final(done));
      return;
    }
    this.#pipe.send(FRAME.end, this.#id, '', done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#idle);
    this.#release();
    this.#pipe.send(FRAME.closed, this.#id);
    done(error);
  }

  setTimeout(ms: number, listener?: () => void): this {
    if (listener !== undefined) this.once('timeout', listener);
    this.#idleMs = ms;
    this.#touch();
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  address(): object {
    return {};
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  #receive({ kind, payload }: Frame): void {
    this.#touch();
    if (kind === FRAME.opened) {
      this.connecting = false;
      this.emit('connect');
      this.emit('ready');
      for (const write of this.#whenOpen.splice(0)) write();
    } else if (kind === FRAME.data) {
      this.bytesRead += payload.length;
      // The frame is a part of a larger chunk, which would otherwise stay in memory with it.
      this.push(Buffer.from(payload));
    } else if (kind === FRAME.end) this.push(null);
    else if (kind === FRAME.closed) this.destroy(payload.length === 0 ? undefined : readError(payload));
  }

  #touch(): void {
    clearTimeout(this.#idle);
    if (this.#idleMs > 0) this.#idle = setTimeout(() => this.emit('timeout'), this.#idleMs).unref();
  }
}

/** Reads an error that the executor sent. */
export function readError(payload: Buffer): Error {
  const { code, message } = JSON.parse(payload.toString()) as { code: string; message: string };
  return Object.assign(new Error(message), { code });
}
