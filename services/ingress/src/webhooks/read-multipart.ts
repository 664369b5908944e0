import { FieldTexts } from '../http/bodies/multipart/field-texts.ts';
import { isFilePart, readPartHeaders, type PartHeaders } from '../http/bodies/multipart/part-headers.ts';
import { boundaryOf } from '../http/bodies/multipart/read-parts.ts';
import { PartSplitter, type PartEvent } from '../http/bodies/multipart/split-parts.ts';
import { checkFieldCount, readPairs } from './read-form.ts';

/** A file of a form, or a part that is not text. */
interface FormFile {
  name: string;
  contentType: string;
  base64: string;
}

type FormValue = string | FormFile;

const NO_TYPE = 'application/octet-stream';

/**
 * Reads the fields and files of a whole `multipart/form-data` body (RFC 7578). A name that occurs more than once has a
 * list of its values.
 * @throws ApiError INVALID_REQUEST that names the problem, or for more parts than allowed
 */
export function readMultipart(
  body: Buffer,
  contentType: string | undefined,
  maxFields: number,
): Record<string, FormValue | FormValue[]> {
  const texts = new FieldTexts();
  const pairs: [string, FormValue][] = [];
  let partHeaders: PartHeaders | null = null;
  let content: Buffer = NO_BYTES;
  for (const event of eventsOf(new PartSplitter(boundaryOf(contentType)), body)) {
    if (event.kind === 'headers') {
      checkFieldCount(pairs.length + 1, maxFields);
      partHeaders = readPartHeaders(event.headers);
      content = NO_BYTES;
    } else if (event.kind === 'bytes')
      content = content.length === 0 ? event.bytes : Buffer.concat([content, event.bytes]);
    else if (partHeaders !== null) pairs.push([partHeaders.name, valueOf(partHeaders, content, texts)]);
  }
  return readPairs(pairs);
}

const NO_BYTES = Buffer.alloc(0);

function* eventsOf(splitter: PartSplitter, body: Buffer): Generator<PartEvent, void, void> {
  yield* splitter.push(body);
  yield* splitter.end();
}

function valueOf(part: PartHeaders, content: Buffer, texts: FieldTexts): FormValue {
  const text = isFilePart(part) ? null : texts.textOf(part, content);
  if (text !== null) return text;
  return { name: part.fileName ?? '', contentType: part.contentType ?? NO_TYPE, base64: content.toString('base64') };
}
