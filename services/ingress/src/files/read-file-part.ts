import { invalidRequest } from '../errors/api-error.ts';
import { readParts, type FilePart } from '../http/bodies/multipart/read-parts.ts';

/** Maximum number of fields in addition to the file. They are not read. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 1_024;

/**
 * Passes the only file of a multipart body to `store` while the body arrives.
 * @throws ApiError INVALID_REQUEST for an invalid body, or one without a file or with several; errors of `store`
 */
export async function readFilePart<Stored>(
  contentType: string | undefined,
  body: AsyncIterable<Buffer>,
  store: (part: FilePart, bytes: AsyncIterable<Buffer>) => Promise<Stored>,
): Promise<Stored> {
  const stored: Promise<Stored>[] = [];
  await readParts(contentType, body, {
    file: async (_field, part, bytes) => {
      if (stored.length > 0) throw invalidRequest(['the body must hold one file, and has several']);
      await stored[stored.push(store(part, bytes)) - 1];
    },
    field: () => undefined,
    maxFiles: 2,
    maxFields: MAX_FIELDS,
    maxFieldBytes: MAX_FIELD_BYTES,
  });
  const [file] = stored;
  if (file === undefined) throw invalidRequest(['the body must hold one file, and has none']);
  return file;
}
