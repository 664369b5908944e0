import { brokenMultipart } from './broken-multipart.ts';

/** A piece of a body, in order: the header section of a part, bytes of its content, or the end of the part. */
export type PartEvent = { kind: 'headers'; headers: Buffer } | { kind: 'bytes'; bytes: Buffer } | { kind: 'end' };

type State = 'preamble' | 'headers' | 'content' | 'epilogue';

/** How a line that begins as a delimiter goes on. `more`: the bytes so far do not show it. */
type LineRest = 'content' | 'more' | 'last' | { end: number; lineEnd: Buffer };

const MAX_PART_HEADERS = 8_192;
const MAX_BOUNDARY_LENGTH = 70;
/** The maximum of a line after its boundary, which may be followed by spaces (RFC 2046 §5.1.1). */
const MAX_LINE_REST = 64;
/** The rest of a line that shows nothing yet. */
const UNDECIDED = /^(?:-|(?:--)?[\t ]*|[\t ]*\r)$/;
const CRLF = Buffer.from('\r\n');
const LF = Buffer.from('\n');

/**
 * Divides a multipart body into parts while it arrives (RFC 2046 §5.1). Takes bytes in pieces of any length, and holds
 * at most a header section of them. A line that only begins with the boundary is content. In a body whose first
 * boundary ends with a line feed alone, all lines do.
 */
export class PartSplitter {
  readonly #boundary: string;
  #state: State = 'preamble';
  /** The bytes that were not read yet. A body may begin with its boundary, as if a line end were before it. */
  #data: Buffer = LF;
  #at = 0;
  /** Everything before this offset was searched. */
  #searched = 0;
  /** The length of the line end that separates a header section from the content, and is not content. */
  #skip = 0;
  #lineEnd: Buffer = LF;
  #delimiter: Buffer;

  /** @throws ApiError INVALID_REQUEST for a boundary that no body can have */
  constructor(boundary: string | undefined) {
    if (boundary === undefined || boundary === '' || boundary.length > MAX_BOUNDARY_LENGTH)
      throw brokenMultipart(`its content type must name a boundary of 1 to ${MAX_BOUNDARY_LENGTH} characters`);
    this.#boundary = boundary;
    this.#delimiter = Buffer.from(`\n--${boundary}`);
  }

  /** @throws ApiError INVALID_REQUEST that names what is wrong */
  *push(chunk: Buffer): Generator<PartEvent, void, void> {
    const held = this.#data.subarray(this.#at);
    this.#searched -= this.#at;
    this.#at = 0;
    this.#data = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    yield* this.#read(false);
  }

  /** @throws ApiError INVALID_REQUEST for a body that ends too early */
  *end(): Generator<PartEvent, void, void> {
    yield* this.#read(true);
    if (this.#state === 'preamble') throw brokenMultipart('it does not contain its boundary');
    if (this.#state !== 'epilogue') throw brokenMultipart('it ends before its last boundary');
  }

  *#read(isLast: boolean): Generator<PartEvent, void, void> {
    for (;;) {
      if (this.#state === 'epilogue') {
        this.#skipTo(this.#data.length);
        return;
      }
      const goesOn: boolean =
        this.#state === 'headers' ? yield* this.#readHeaders() : yield* this.#readToDelimiter(isLast);
      if (!goesOn) return;
    }
  }

  *#readHeaders(): Generator<PartEvent, boolean, void> {
    // The line end of the boundary counts, since a part may have no headers.
    const separator = Buffer.concat([this.#lineEnd, this.#lineEnd]);
    const end = this.#data.indexOf(separator, this.#searched);
    if ((end === -1 ? this.#data.length : end) - this.#at > MAX_PART_HEADERS)
      throw brokenMultipart(`the header section of a part does not end within ${MAX_PART_HEADERS} bytes`);
    if (end === -1) {
      this.#searched = Math.max(this.#at, this.#data.length - separator.length + 1);
      return false;
    }
    const section = this.#data.subarray(this.#at, end);
    if (section.includes(this.#delimiter)) throw brokenMultipart('a part ends within its header section');
    this.#skipTo(end + this.#lineEnd.length);
    this.#skip = this.#lineEnd.length;
    this.#state = 'content';
    yield { kind: 'headers', headers: section.subarray(this.#lineEnd.length) };
    return true;
  }

  /** Reads content, or what is before the first boundary, up to the next delimiter. */
  *#readToDelimiter(isLast: boolean): Generator<PartEvent, boolean, void> {
    for (;;) {
      const found = this.#data.indexOf(this.#delimiter, this.#searched);
      if (found === -1) {
        yield* this.#readContent(this.#data.length - this.#delimiter.length + 1);
        return false;
      }
      const rest = this.#restOfLine(found + this.#delimiter.length, isLast);
      if (rest === 'more') {
        yield* this.#readContent(found);
        return false;
      }
      if (rest === 'content') {
        this.#searched = found + 1;
        continue;
      }
      yield* this.#readContent(found);
      if (this.#state === 'content') yield { kind: 'end' };
      if (rest === 'last') {
        this.#state = 'epilogue';
        return true;
      }
      if (this.#state === 'preamble') {
        this.#lineEnd = rest.lineEnd;
        this.#delimiter = Buffer.concat([rest.lineEnd, Buffer.from(`--${this.#boundary}`)]);
      }
      this.#state = 'headers';
      this.#skip = 0;
      this.#skipTo(rest.end);
      return true;
    }
  }

  *#readContent(end: number): Generator<PartEvent, void, void> {
    const start = this.#at + this.#skip;
    // The line end after the headers is part of the delimiter where the content is empty.
    if (end <= start) {
      this.#searched = Math.max(this.#at, Math.min(end, this.#data.length));
      return;
    }
    this.#skipTo(end);
    this.#skip = 0;
    if (this.#state === 'content') yield { kind: 'bytes', bytes: this.#data.subarray(start, end) };
  }

  #skipTo(at: number): void {
    this.#at = at;
    this.#searched = at;
  }

  /** Reads what follows a delimiter in its line, from the given offset. */
  #restOfLine(offset: number, isLast: boolean): LineRest {
    const end = offset + MAX_LINE_REST;
    const rest = this.#data.toString('latin1', offset, end);
    if (end >= this.#data.length && UNDECIDED.test(rest)) {
      if (!isLast) return 'more';
      return rest.startsWith('--') ? 'last' : 'content';
    }
    if (/^--[\t ]*[\r\n]/.test(rest)) return 'last';
    const [, padding = '', lineEnd] = /^([\t ]*)(\r?\n)/.exec(rest) ?? [];
    const isExpected = this.#state === 'preamble' || lineEnd === this.#lineEnd.toString('latin1');
    if (lineEnd === undefined || !isExpected) return 'content';
    return { end: offset + padding.length, lineEnd: lineEnd === '\n' ? LF : CRLF };
  }
}
