import { StepFailure } from '@workflow/component-kit/run';
import { CollectedBytes } from '@workflow/outbound/checked-answers';

const HEADER_BYTES = 5;
/** The length includes these bytes. */
const LENGTH_BYTES = 4;
/** The largest message that PostgreSQL sends (MaxAllocSize). */
const MAX_LENGTH = 0x3f_ff_ff_ff;
/** PostgreSQL's default is 4,096. The rounds use CPU time of this machine, not of the server. */
const MAX_SCRAM_ROUNDS = 1_000_000;

/** Sign-in methods that pg_hba.conf may require and the library does not support. */
const UNSUPPORTED_SIGN_INS = new Map([
  [2, 'Kerberos V5'],
  [6, 'SCM credentials'],
  [7, 'GSSAPI'],
  [8, 'GSSAPI'],
  [9, 'SSPI'],
]);

/**
 * Passes on a PostgreSQL server's messages one by one, each when it is complete and well-formed
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html). The library reads beyond a message with an
 * unterminated text, and throws in its socket's handler for other malformed messages.
 */
export class CheckedMessages {
  /** The bytes of the first incomplete message. */
  readonly #incomplete = new CollectedBytes();
  /** The length of the first incomplete message; 0 if it is unknown. */
  #wanted = 0;

  /**
   * Takes received bytes, and returns the complete messages in them, which may be none.
   * @throws StepFailure CREDENTIAL_REFUSED for a sign-in that is not supported, DATABASE_UNAVAILABLE for a message that
   * does not follow PostgreSQL's protocol
   */
  read(chunk: Buffer): Buffer {
    const bytes = this.#bytesWith(chunk);
    if (bytes === null) return Buffer.alloc(0);
    let end = 0;
    this.#wanted = 0;
    while (end + HEADER_BYTES <= bytes.length) {
      const length = bytes.readUInt32BE(end + 1);
      if (length < LENGTH_BYTES || length > MAX_LENGTH)
        throw malformed(bytes[end] as number, 'has an impossible length');
      if (end + 1 + length > bytes.length) {
        this.#wanted = 1 + length;
        break;
      }
      checkMessage(bytes[end] as number, new Content(bytes.subarray(end + HEADER_BYTES, end + 1 + length)));
      end += 1 + length;
    }
    this.#incomplete.append(bytes.subarray(end));
    return bytes.subarray(0, end);
  }

  /** Returns all bytes that were not passed on. Returns null if they are too few for a complete message. */
  #bytesWith(chunk: Buffer): Buffer | null {
    const needed = Math.max(this.#wanted, HEADER_BYTES);
    if (this.#incomplete.length === 0 && chunk.length >= needed) return chunk;
    this.#incomplete.append(chunk);
    return this.#incomplete.length < needed ? null : this.#incomplete.take();
  }
}

/** Reads the part of a message after its length. */
class Content {
  readonly bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.bytes.length;
  }

  int16(): number {
    return this.#number(2, (at) => this.bytes.readInt16BE(at));
  }

  int32(): number {
    return this.#number(4, (at) => this.bytes.readInt32BE(at));
  }

  byte(): number {
    return this.#number(1, (at) => this.bytes[at] as number);
  }

  /** Returns the length of a text that ends with a zero byte. */
  text(): number {
    const end = this.bytes.indexOf(0, this.#at);
    if (end < 0) throw new RangeError('has a text without an end');
    const length = end - this.#at;
    this.#at = end + 1;
    return length;
  }

  skip(count: number): void {
    if (count < 0 || this.#at + count > this.bytes.length) throw new RangeError('is too short');
    this.#at += count;
  }

  rest(): Buffer {
    return this.bytes.subarray(this.#at);
  }

  #number(size: number, read: (at: number) => number): number {
    const at = this.#at;
    this.skip(size);
    return read(at);
  }
}

type Check = (content: Content) => void;

const nothing: Check = () => undefined;
const texts =
  (count: number): Check =>
  (content) => {
    for (let read = 0; read < count; read += 1) content.text();
  };
/** Fields of errors and notices: a letter and a text each, then a zero byte. */
const fields: Check = (content) => {
  while (content.byte() !== 0) content.text();
};
const copy: Check = (content) => {
  content.byte();
  content.skip(2 * content.int16());
};
const ANY_REST: Check = (content) => content.skip(content.rest().length);

const CHECKS = new Map<string, Check>([
  ['R', checkSignIn],
  ['S', texts(2)],
  // The secret is longer in version 3.2 of the protocol.
  ['K', (content) => content.skip(8)],
  ['Z', (content) => content.skip(1)],
  ['E', fields],
  ['N', fields],
  ['C', texts(1)],
  [
    'A',
    (content) => {
      content.int32();
      texts(2)(content);
    },
  ],
  [
    'T',
    (content) => {
      for (let left = content.int16(); left > 0; left -= 1) {
        content.text();
        content.skip(18);
      }
    },
  ],
  ['t', (content) => content.skip(4 * content.int16())],
  [
    'D',
    (content) => {
      for (let left = content.int16(); left > 0; left -= 1) {
        const length = content.int32();
        if (length !== -1) content.skip(length);
      }
    },
  ],
  ['G', copy],
  ['H', copy],
  ['W', copy],
  ['d', ANY_REST],
  ['v', ANY_REST],
  ...['1', '2', '3', 'n', 's', 'c', 'I'].map((kind): [string, Check] => [kind, nothing]),
]);
/** Messages whose end is not checked. */
const MAY_HAVE_MORE = new Set(['R', 'K']);

function checkMessage(code: number, content: Content): void {
  const kind = String.fromCodePoint(code);
  const check = CHECKS.get(kind);
  if (check === undefined) throw malformed(code, 'is of no known kind');
  try {
    check(content);
  } catch (error) {
    throw error instanceof RangeError ? malformed(code, error.message) : error;
  }
  if (!content.isAtEnd && !MAY_HAVE_MORE.has(kind)) throw malformed(code, 'is too long');
}

function checkSignIn(content: Content): void {
  const method = content.int32();
  const rest = content.rest();
  const unsupported = UNSUPPORTED_SIGN_INS.get(method);
  if (unsupported !== undefined)
    throw new StepFailure(
      'CREDENTIAL_REFUSED',
      `the database asks for a sign-in by ${unsupported}, which is not supported`,
    );
  if (method === 5) content.skip(4);
  else if (method === 10) while (content.text() > 0);
  else if (method === 11) requireFewRounds(rest.toString());
  else if (method !== 0 && method !== 3 && method !== 12)
    throw new RangeError(`asks for an unknown sign-in (${method})`);
  if (method < 11 && !content.isAtEnd) throw new RangeError('is too long');
}

/** Limits the number of rounds, which is `i` (RFC 5802 §5.1). */
function requireFewRounds(message: string): void {
  const rounds = Number(/(?:^|,)i=(\d+)/.exec(message)?.[1] ?? 0);
  if (rounds <= MAX_SCRAM_ROUNDS) return;
  const why = `the database asks for ${rounds} rounds of SCRAM, and ${MAX_SCRAM_ROUNDS} are allowed`;
  throw new StepFailure('CREDENTIAL_REFUSED', why);
}

function malformed(code: number, what: string): StepFailure {
  const kind = code > 32 && code < 127 ? `'${String.fromCodePoint(code)}'` : code;
  return new StepFailure(
    'DATABASE_UNAVAILABLE',
    `the database does not follow PostgreSQL's protocol: message ${kind} ${what}`,
  );
}
