import { charsetOf, headerParameters } from '@workflow/placeholder-values';
import { invalidRequest } from '../errors/api-error.ts';
import { checkFieldCount, decodeText, readPairs } from './read-form.ts';

/** A file of a form, or a part that is no text. */
export interface FormFile {
  name: string;
  contentType: string;
  base64: string;
}

const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const MAX_BOUNDARY_LENGTH = 70;
const MAX_PART_HEADERS = 8_192;
const NO_TYPE = 'application/octet-stream';

/**
 * Fields and files of `multipart/form-data` (RFC 7578); a name that comes more than once is a list.
 * @throws ApiError INVALID_REQUEST that says what is wrong with it
 */
export function readMultipart(
  body: Buffer,
  boundary: string | undefined,
  maxFields: number,
): Record<string, string | FormFile | (string | FormFile)[]> {
  if (boundary === undefined || boundary === '' || boundary.length > MAX_BOUNDARY_LENGTH)
    throw broken('its content type must name a boundary of 1 to 70 characters');
  const parts: Buffer[] = [];
  for (const part of partsOf(body, boundary)) checkFieldCount(parts.push(part), maxFields);
  return readPairs(
    parts.map((part) => {
      const headersEnd = part.subarray(0, MAX_PART_HEADERS).indexOf(HEADERS_END);
      if (headersEnd === -1) throw broken(`the header section of a part does not end within ${MAX_PART_HEADERS} bytes`);
      const headers = part.subarray(0, headersEnd).toString();
      return readPart(headers, part.subarray(headersEnd + HEADERS_END.length));
    }),
  );
}

/** The text between the delimiters, from the line end of one to the line end before the next. */
function* partsOf(body: Buffer, boundary: string): Generator<Buffer> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const first = delimiter.subarray(LINE_END.length);
  let at = body.subarray(0, first.length).equals(first) ? 0 : body.indexOf(delimiter);
  if (at === -1) throw broken('it does not contain its boundary');
  at += at === 0 ? first.length : delimiter.length;
  while (body.subarray(at, at + 2).toString('latin1') !== '--') {
    // Spaces may follow a boundary (RFC 2046 §5.1.1). The line end belongs to the headers, which may be none.
    const lineEnd = body.indexOf(LINE_END, at);
    if (lineEnd === -1) throw broken('it ends before its last boundary');
    const next = body.indexOf(delimiter, lineEnd);
    if (next === -1) throw broken('it ends before its last boundary');
    yield body.subarray(lineEnd, next);
    at = next + delimiter.length;
  }
}

function readPart(headers: string, content: Buffer): [string, string | FormFile] {
  const disposition = /\r\ncontent-disposition:\s*form-data\s*(;[^\r]*)/i.exec(headers)?.[1];
  const parameters = headerParameters(disposition ?? '');
  const name = asBrowsersWrite(parameters.get('name'));
  if (name === undefined) throw broken('a part has no name');
  const contentType = /\r\ncontent-type:\s*([^\r]*)/i.exec(headers)?.[1]?.trim();
  const fileName = extended(parameters.get('filename*')) ?? asBrowsersWrite(parameters.get('filename'));
  if (fileName === undefined) {
    const text = decodeText(content, charsetOf(contentType ?? '') ?? 'utf-8');
    if (text !== null) return [name, text];
  }
  return [name, { name: fileName ?? '', contentType: contentType ?? NO_TYPE, base64: content.toString('base64') }];
}

/** As browsers write it, with `%22` for a quote (https://html.spec.whatwg.org/#multipart-form-data). */
function asBrowsersWrite(value: string | undefined): string | undefined {
  return value?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** `UTF-8''na%C3%AFve.txt` (RFC 5987), which RFC 7578 does not want and some clients send. */
function extended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function broken(why: string): Error {
  return invalidRequest([`the body is not valid multipart/form-data: ${why}`]);
}
