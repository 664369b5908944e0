import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { fileNameOf, mediaTypeOf } from '@workflow/workflow-model';
import { invalidRequest } from '../../errors/api-error.ts';

/** What a file's part says of it. */
export interface FilePart {
  name: string;
  contentType: string;
}

/** Who takes the parts of a body. What either throws ends the reading, and is thrown. */
export interface PartTakers {
  /** Reads the bytes of a file while they come. */
  file(field: string, part: FilePart, bytes: AsyncIterable<Buffer>): Promise<unknown>;
  /** A part that is no file; `isCut`: it has more than `maxFieldBytes`. */
  field(name: string, value: string, isCut: boolean): void;
  maxFiles: number;
  maxFields: number;
  maxFieldBytes: number;
}

/**
 * Hands the parts of a multipart body to their takers while the body comes, and waits for those.
 * @throws ApiError INVALID_REQUEST for a body that is broken or has too many parts, or what a taker throws
 */
export async function readParts(
  headers: IncomingHttpHeaders,
  body: AsyncIterable<Buffer>,
  takers: PartTakers,
): Promise<void> {
  const parser = openParser(headers, takers);
  const failed = Promise.withResolvers<never>();
  const stopped = new AbortController();
  // Either may fail while nobody waits for it.
  failed.promise.catch(() => undefined);
  const open: { stream: BusboyFileStream; taken: Promise<unknown> }[] = [];
  parser.on('error', (error: Error) => failed.reject(broken(error.message)));
  parser.on('file', (field: string, stream: BusboyFileStream, fileName: string, _encoding: string, type: string) => {
    // As browsers write a quote within it.
    const name = fileNameOf((fileName ?? '').replaceAll('%22', '"')) ?? 'file';
    const part = { name, contentType: mediaTypeOf(type) };
    stream.on('error', () => undefined);
    const taken = takers.file(field, part, stream);
    taken.catch((error: unknown) => failed.reject(error));
    open.push({ stream, taken });
  });
  parser.on('field', (name: string, value: string, isNameCut: boolean, isCut: boolean) => {
    try {
      takers.field(name, value, isNameCut || isCut);
    } catch (error) {
      failed.reject(error);
    }
  });
  const tooMany = (what: string, limit: number) => () =>
    failed.reject(invalidRequest([`the body must have at most ${limit} ${what}`]));
  parser.on('filesLimit', tooMany('files', takers.maxFiles));
  parser.on('fieldsLimit', tooMany('fields', takers.maxFields));
  parser.on('partsLimit', tooMany('parts', takers.maxFiles + takers.maxFields));
  try {
    await Promise.race([pump(body, parser, stopped.signal), failed.promise]);
    await Promise.race([Promise.all(open.map(({ taken }) => taken)), failed.promise]);
  } catch (error) {
    stopped.abort();
    for (const { stream, taken } of open) {
      stream.destroy(error as Error);
      await taken.catch(() => undefined);
    }
    throw error;
  }
}

function openParser(headers: IncomingHttpHeaders, { maxFiles, maxFields, maxFieldBytes }: PartTakers): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': headers['content-type'] ?? '' },
      limits: { fields: maxFields, fieldSize: maxFieldBytes, files: maxFiles, parts: maxFields + maxFiles },
    });
  } catch (error) {
    throw broken((error as Error).message);
  }
}

/** Resolves when the parser has taken and read all of the body. */
async function pump(body: AsyncIterable<Buffer>, parser: BusboyInstance, signal: AbortSignal): Promise<void> {
  for await (const chunk of body) {
    if (signal.aborted) return;
    if (!parser.write(chunk)) await once(parser, 'drain', { signal });
  }
  const finished = once(parser, 'finish', { signal });
  parser.end();
  await finished;
}

function broken(why: string): Error {
  return invalidRequest([`the body is not valid multipart/form-data: ${why}`]);
}
