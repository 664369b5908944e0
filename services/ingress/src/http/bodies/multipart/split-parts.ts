import { brokenMultipart } from './broken-multipart.ts';

/** An event of a body, in order: the header section of a part, bytes of its content, or the end of the part. */
export type PartEvent = { kind: 'headers'; headers: Buffer } | { kind: 'bytes'; bytes: Buffer } | { kind: 'end' };

type State = 'preamble' | 'headers' | 'content' | 'epilogue';

/** The kind of a line that begins like a delimiter. `more` means that the bytes so far do not show it. */
type LineRest = 'content' | 'more' | 'last' | { end: number; lineEnd: Buffer };

const MAX_PART_HEADERS = 8_192;
const MAX_BOUNDARY_LENGTH = 70;
/** Maximum length of a line after its boundary, which spaces may follow (RFC 2046 §5.1.1). */
const MAX_LINE_REST = 64;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const DASH = 0x2d;
const CRLF = Buffer.from('\r\n');
const LF = Buffer.from('\n');

/**
 * Divides a multipart body into parts while it arrives (RFC 2046 §5.1). Accepts bytes in chunks of any length, and
 * buffers at most a header section. A line that only begins with the boundary is content. If the first boundary ends
 * with a line feed alone, all lines do.
 */
export class PartSplitter {
  readonly #boundary: string;
  #state: State = 'preamble';
  /** The bytes that were not processed yet. A body may begin with its boundary, as if a line end preceded it. */
  #data: Buffer = LF;
  #at = 0;
  /** Everything before this offset was searched. */
  #searched = 0;
  /** The length of the line end between a header section and the content, which is not content. */
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

  /** Reads content, or the text before the first boundary, up to the next delimiter. */
  *#readToDelimiter(isLast: boolean): Generator<PartEvent, boolean, void> {
    for (;;) {
      const delimiterAt = this.#data.indexOf(this.#delimiter, this.#searched);
      if (delimiterAt === -1) {
        yield* this.#readContent(this.#data.length - this.#delimiter.length + 1);
        return false;
      }
      const lineRest = this.#restOfLine(delimiterAt + this.#delimiter.length, isLast);
      if (lineRest === 'more') {
        yield* this.#readContent(delimiterAt);
        return false;
      }
      if (lineRest === 'content') {
        this.#searched = delimiterAt + 1;
        continue;
      }
      yield* this.#readContent(delimiterAt);
      if (this.#state === 'content') yield { kind: 'end' };
      if (lineRest === 'last') {
        this.#state = 'epilogue';
        return true;
      }
      if (this.#state === 'preamble') {
        this.#lineEnd = lineRest.lineEnd;
        this.#delimiter = Buffer.concat([lineRest.lineEnd, Buffer.from(`--${this.#boundary}`)]);
      }
      this.#state = 'headers';
      this.#skip = 0;
      this.#skipTo(lineRest.end);
      return true;
    }
  }

  *#readContent(end: number): Generator<PartEvent, void, void> {
    const start = this.#at + this.#skip;
    // If the content is empty, the line end after the headers is part of the delimiter.
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

  /**
   * Reads the remainder of the line of a delimiter, from this offset. It compares bytes, because content may have a
   * delimiter in each line.
   */
  #restOfLine(offset: number, isLast: boolean): LineRest {
    const data = this.#data;
    const end = Math.min(offset + MAX_LINE_REST, data.length);
    const undecided = (atEnd: LineRest): LineRest => (end < data.length || isLast ? atEnd : 'more');
    const isClosing = data[offset] === DASH;
    if (isClosing && offset + 1 === end) return undecided('content');
    if (isClosing && data[offset + 1] !== DASH) return 'content';
    let at = isClosing ? offset + 2 : offset;
    while (at < end && isBlank(data[at])) at += 1;
    if (at === end) return undecided(isClosing && end === data.length ? 'last' : 'content');
    const isReturn = data[at] === CARRIAGE_RETURN;
    if (isClosing) return isLineEnd(data[at]) ? 'last' : 'content';
    if (isReturn && at + 1 === end) return undecided('content');
    if (data[isReturn ? at + 1 : at] !== LINE_FEED) return 'content';
    const lineEnd = isReturn ? CRLF : LF;
    return this.#state === 'preamble' || lineEnd === this.#lineEnd ? { end: at, lineEnd } : 'content';
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === TAB || byte === SPACE;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === CARRIAGE_RETURN || byte === LINE_FEED;
}
