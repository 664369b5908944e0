import { Socket } from 'node:net';
import { encodeFrame, FRAME, FrameReader, MAX_DATA_BYTES, type Frame, type FrameKind } from '../process/frames.ts';

/** The file descriptor of the pipe to the executor. */
const PIPE = 3;
/** The executor sends configs of at most this size. Its other data is trusted. */
const MAX_CALL_BYTES = 64 * 1024 * 1024;

/** The only connection of a component process. All its requests and answers use it. */
export class HostPipe {
  readonly #socket = new Socket({ fd: PIPE, readable: true, writable: true });
  readonly #reader = new FrameReader((kind) => (kind === FRAME.data ? MAX_DATA_BYTES : MAX_CALL_BYTES));
  readonly #receivers = new Map<number, (frame: Frame) => void>();
  #lastId = 0;

  /** @param onCall receives the calls; other frames go to the code that asked for them */
  listen(onCall: (frame: Frame) => void): void {
    this.#socket.on('data', (chunk: Buffer) => {
      for (const frame of this.#reader.read(chunk))
        if (frame.kind === FRAME.call) onCall(frame);
        else this.#receivers.get(frame.id)?.(frame);
    });
    // The executor has ended.
    this.#socket.on('close', () => process.exit(0));
    this.#socket.on('error', () => process.exit(0));
  }

  /** @returns the id of a new stream or question, and a function that ends it */
  open(receive: (frame: Frame) => void): { id: number; close: () => void } {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#receivers.set(id, receive);
    return { id, close: () => this.#receivers.delete(id) };
  }

  /** @param sent called when the pipe has room for more */
  send(kind: FrameKind, id: number, payload: Uint8Array | string = '', sent?: () => void): void {
    this.#socket.write(encodeFrame(kind, id, payload), sent);
  }
}
