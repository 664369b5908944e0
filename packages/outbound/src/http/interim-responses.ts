import type { Socket } from 'node:net';

/** The beginning of an answer 1xx except 101, which the library refuses itself. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d/;
const INTERIM_LENGTH = 'HTTP/1.1 100'.length;
const MAYBE_INTERIM = 'HTTP/1.';
const END = Buffer.from('\r\n\r\n');
/** Maximum bytes of an interim response. The library refuses a longer head. */
const MAX_HEAD_BYTES = 65_536;
/** The first line of a request, as the library writes it. */
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/;
const NOTHING = Buffer.alloc(0);

/**
 * Removes interim responses (1xx) before an answer. A client must be able to read them even when it does not expect any
 * (RFC 9110 §15.2), but undici ends the connection at a `100 Continue`.
 */
class InterimResponses {
  #isAwaited = false;
  #held: Buffer = NOTHING;

  /** Marks that a request begins. The next bytes are the beginning of an answer. */
  begin(): void {
    this.#isAwaited = true;
  }

  /** Returns the bytes that the library may read, or none while it is unknown whether the answer is an interim one. */
  take(chunk: Buffer): Buffer {
    if (!this.#isAwaited) return chunk;
    let bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = NOTHING;
    for (;;) {
      const beginning = bytes.toString('latin1', 0, INTERIM_LENGTH);
      const isShort = bytes.length < INTERIM_LENGTH && sameBeginning(beginning, MAYBE_INTERIM);
      const isInterim = INTERIM.test(beginning);
      const end = isInterim ? bytes.indexOf(END) : -1;
      if (end >= 0) {
        bytes = bytes.subarray(end + END.length);
        if (bytes.length === 0) return NOTHING;
        continue;
      }
      if (isShort || (isInterim && bytes.length < MAX_HEAD_BYTES)) {
        this.#held = bytes;
        return NOTHING;
      }
      this.#isAwaited = false;
      return bytes;
    }
  }
}

function sameBeginning(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Makes the library read this connection without interim responses. The connection has one open request at a time. */
export function skipInterimResponses(socket: Socket): void {
  const interim = new InterimResponses();
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  Object.assign(socket, {
    write: (...given: unknown[]): boolean => {
      if (typeof given[0] === 'string' && REQUEST_LINE.test(given[0])) interim.begin();
      return write(...given);
    },
    read: (size?: number): Buffer | null => {
      for (let chunk = read(size); chunk !== null; chunk = read(size)) {
        const taken = interim.take(chunk);
        if (taken.length > 0) return taken;
      }
      return null;
    },
  });
}
