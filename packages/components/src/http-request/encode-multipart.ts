import { randomUUID } from 'node:crypto';
import { asText, isFileValue, StepFailure, type ComponentFiles, type Json } from '@workflow/component-kit/run';
import { isJsonObject } from '@workflow/workflow-model';
import type { EncodedBody } from './encoded-body.ts';
import { FieldRoom } from './repeated-names.ts';

/** The maximum number of files in one request. Each is looked up first. */
const MAX_FILES = 100;
/** The maximum number of parts of a body. */
const MAX_PARTS = 10_000;

interface Part {
  head: Buffer;
  bytes: number;
  open(): AsyncIterable<Uint8Array> | readonly Uint8Array[];
}

/**
 * Encodes an object as `multipart/form-data`, as browsers send it (https://html.spec.whatwg.org/multipage/form-control-
 * infrastructure.html#multipart-form-data). A list gives several parts with the same name. Files are read while they
 * are sent.
 * @param typeOf returns the content type of a part that is no file, or null for a text
 */
export async function encodeMultipart(
  body: Json,
  files: ComponentFiles,
  typeOf: (name: string, value: Json) => string | null = () => null,
): Promise<EncodedBody> {
  if (!isJsonObject(body)) throw new StepFailure('CONFIG_INVALID', 'A multipart body must be an object of fields');
  // The boundary must not be guessable, because content could otherwise add parts.
  const boundary = `workflow-${randomUUID()}`;
  const parts: Part[] = [];
  const room = new FieldRoom('the multipart body', MAX_PARTS);
  let opened = 0;
  for (const [name, value] of Object.entries(body)) {
    room.take(name, value as Json);
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isFileValue(item) && (opened += 1) > MAX_FILES)
        throw new StepFailure('CONFIG_INVALID', `A request can send at most ${MAX_FILES} files`);
      parts.push(await partOf(boundary, name, item, files, typeOf));
    }
  }
  const end = Buffer.from(`--${boundary}--\r\n`);
  const bytes = parts.reduce((sum, { head, bytes: own }) => sum + head.length + own + LINE_END.length, end.length);
  async function* open(): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      yield part.head;
      yield* part.open();
      yield LINE_END;
    }
    yield end;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: { bytes, open },
    isMultipart: true,
  };
}

const LINE_END = Buffer.from('\r\n');

async function partOf(
  boundary: string,
  name: string,
  value: Json,
  files: ComponentFiles,
  typeOf: (name: string, value: Json) => string | null,
): Promise<Part> {
  const start = `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"`;
  if (!isFileValue(value)) {
    const text = Buffer.from(asText(value));
    const type = typeOf(name, value);
    const head = `${start}${type === null ? '' : `\r\ncontent-type: ${type}`}\r\n\r\n`;
    return { head: Buffer.from(head), bytes: text.length, open: () => [text] };
  }
  const { value: file, read } = await files.open(value);
  const head = `${start}; filename="${escaped(file.name)}"\r\ncontent-type: ${file.contentType}\r\n\r\n`;
  return { head: Buffer.from(head), bytes: file.size, open: read };
}

function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
