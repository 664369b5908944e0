/**
 * The kinds of frames that the executor and a component process send over one pipe. A frame is a header and a payload.
 * The header has the payload's length in 4 bytes, the kind in 1, and the id of a call or a stream in 4, all big-endian.
 */
export const FRAME = {
  /** To the process: JSON of a call. */
  call: 1,
  /** From the process, once: it accepts calls. */
  ready: 2,
  /** From the process: the answer to a call, as JSON. */
  result: 3,
  /** From the process: JSON of the error that a call threw. */
  failure: 4,
  /** From the process: JSON of the target of a stream. */
  open: 5,
  /** To the process: the stream is connected. */
  opened: 6,
  data: 7,
  /** The sender will send no more data. */
  end: 8,
  /** The stream has ended. The payload is the reason, or empty. */
  closed: 9,
  /** From the process: the name of a host. */
  lookUp: 10,
  /** To the process: JSON of a host's addresses. */
  addresses: 11,
} as const;

export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

export interface Frame {
  kind: number;
  id: number;
  payload: Buffer;
}

/** The highest payload of one `data` frame. */
export const MAX_DATA_BYTES = 65_536;
const HEADER_BYTES = 9;

export function encodeFrame(kind: FrameKind, id: number, payload: Uint8Array | string = ''): Buffer {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32BE(body.length, 0);
  header.writeUInt8(kind, 4);
  header.writeUInt32BE(id, 5);
  return body.length === 0 ? header : Buffer.concat([header, body]);
}

/** A frame whose payload is larger than its kind allows. */
export class FrameTooLarge extends RangeError {
  readonly kind: number;

  constructor(kind: number, length: number, limit: number) {
    super(`it sent a frame of ${length} bytes, ${limit} are allowed`);
    this.kind = kind;
  }
}

/** Reads the frames of one sender, whatever chunks they arrive in. It never holds more than one frame and one chunk. */
export class FrameReader {
  readonly #limitOf: (kind: number) => number | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #header: (Omit<Frame, 'payload'> & { length: number }) | null = null;

  /** @param limitOf bytes of payload that a kind may have; undefined when the sender may not send the kind */
  constructor(limitOf: (kind: number) => number | undefined) {
    this.#limitOf = limitOf;
  }

  /** @throws RangeError at the first frame that is too large or of a kind that is not allowed */
  *read(chunk: Buffer): Generator<Frame> {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    for (;;) {
      if (this.#header === null) {
        if (this.#bytes < HEADER_BYTES) return;
        this.#header = this.#checked(this.#take(HEADER_BYTES));
      }
      const { kind, id, length } = this.#header;
      if (this.#bytes < length) return;
      this.#header = null;
      yield { kind, id, payload: this.#take(length) };
    }
  }

  #checked(header: Buffer): { kind: number; id: number; length: number } {
    const [length, kind, id] = [header.readUInt32BE(0), header.readUInt8(4), header.readUInt32BE(5)];
    const limit = this.#limitOf(kind);
    if (limit === undefined) throw new RangeError(`it sent a frame of the kind ${kind}`);
    if (length > limit) throw new FrameTooLarge(kind, length, limit);
    return { kind, id, length };
  }

  #take(count: number): Buffer {
    let [first = Buffer.alloc(0)] = this.#chunks;
    if (first.length < count) {
      first = Buffer.concat(this.#chunks);
      this.#chunks = [first];
    }
    this.#bytes -= count;
    if (first.length === count) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(count);
    return first.subarray(0, count);
  }
}
