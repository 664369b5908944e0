import { CollectedBytes } from '@workflow/outbound/checked-answers';
import { headerParameters } from '@workflow/placeholder-values';
import { mediaTypeOf } from '@workflow/workflow-model';
import { invalidRequest } from '../../../errors/api-error.ts';
import { isFilePart, readPartHeaders, type PartHeaders } from './part-headers.ts';
import { PartSplitter, type PartEvent } from './split-parts.ts';

/** The headers of a file's part. */
export interface FilePart {
  name: string;
  contentType: string;
}

/** A part that is not a file. */
interface FieldPart extends Pick<PartHeaders, 'name' | 'contentType'> {
  bytes: Buffer;
  /** True if it has more than `maxFieldBytes`, and the remainder was dropped. */
  isCut: boolean;
}

/** Handles the parts of a body. An error of a handler ends the reading, and is thrown. */
interface PartTakers {
  /** Reads the bytes of a file while they arrive. Unread bytes are dropped. */
  file(field: string, part: FilePart, bytes: AsyncIterable<Buffer>): Promise<unknown>;
  field(part: FieldPart): Promise<void> | void;
  maxFiles: number;
  maxFields: number;
  maxFieldBytes: number;
}

/**
 * Reads the parts of a multipart body while it arrives, one after the other.
 * @throws ApiError INVALID_REQUEST for a body that is invalid or has too many parts; errors of the handlers
 */
export async function readParts(
  contentType: string | undefined,
  body: AsyncIterable<Buffer>,
  takers: PartTakers,
): Promise<void> {
  const events = eventsOf(new PartSplitter(boundaryOf(contentType)), body);
  let [files, fields] = [0, 0];
  try {
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      if (next.value.kind !== 'headers') continue;
      const part = readPartHeaders(next.value.headers);
      if (isFilePart(part)) {
        files += 1;
        if (files > takers.maxFiles) throw tooManyParts('files', takers.maxFiles);
        await takers.file(part.name, fileOf(part), contentOf(events));
      } else {
        fields += 1;
        if (fields > takers.maxFields) throw tooManyParts('fields', takers.maxFields);
        await takers.field({ ...part, ...(await readField(events, takers.maxFieldBytes)) });
      }
    }
  } finally {
    // Stops the body, because nobody reads further. A handler that failed may have stopped while bytes were arriving.
    events.return().catch(() => undefined);
  }
}

/** Returns the boundary that a content type names. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  return headerParameters(contentType ?? '').get('boundary');
}

function fileOf({ fileName, contentType }: PartHeaders): FilePart {
  const name = fileName === null || fileName === '' ? 'file' : fileName;
  return { name, contentType: mediaTypeOf(contentType ?? undefined) };
}

export function tooManyParts(parts: string, limit: number): Error {
  return invalidRequest([`the body must have at most ${limit} ${parts}`]);
}

async function* eventsOf(splitter: PartSplitter, body: AsyncIterable<Buffer>): AsyncGenerator<PartEvent, void, void> {
  for await (const chunk of body) yield* splitter.push(chunk);
  yield* splitter.end();
}

async function* contentOf(events: AsyncGenerator<PartEvent, void, void>): AsyncGenerator<Buffer, void, void> {
  for (let next = await events.next(); next.done !== true && next.value.kind === 'bytes'; next = await events.next())
    yield next.value.bytes;
}

/** Reads the content of a field, which is decoded when it is complete. */
async function readField(
  events: AsyncGenerator<PartEvent, void, void>,
  maxBytes: number,
): Promise<Pick<FieldPart, 'bytes' | 'isCut'>> {
  const collected = new CollectedBytes();
  let length = 0;
  for await (const chunk of contentOf(events)) {
    const room = maxBytes - length;
    length += chunk.length;
    if (room > 0) collected.append(chunk.subarray(0, room), maxBytes);
  }
  return { bytes: collected.take(), isCut: length > maxBytes };
}
