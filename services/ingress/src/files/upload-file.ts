import type { IncomingMessage } from 'node:http';
import { fileNameOf, MAX_FILE_NAME, mediaTypeOf, type FileValue } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { refusalOf } from '../errors/refusal-of-file.ts';
import { isMultipart } from '../http/bodies/multipart/is-multipart.ts';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { object, uuid } from '../http/schema-parts.ts';
import { readFilePart } from './read-file-part.ts';

const fileSchema = defineSchema('File', {
  ...object({
    fileId: uuid,
    name: { type: 'string' },
    contentType: { type: 'string' },
    size: { type: 'integer', description: 'In bytes.' },
    sha256: { type: 'string', description: 'The SHA-256 of the bytes, in hex.' },
  }),
  description: 'A value of type FILE: send it, or the text of its `fileId`, for such a placeholder.',
});

/** Maximum bytes of a multipart body in addition to its file: boundaries, headers of parts, small fields. */
const MULTIPART_EXTRA_BYTES = 65_536;

export const uploadFile = defineRoute({
  method: 'POST',
  path: '/v1/files',
  summary: 'Store a file',
  description:
    'The bytes as they are, with their content type and `name`, or `multipart/form-data` with one file. The answer ' +
    'is the value to send for a placeholder of type FILE. A file that nothing names is deleted after a day ' +
    '(`UNUSED_FILE_HOURS`), others with the last session that names them.',
  security: { kind: 'caller', scope: 'run', forBoundKeys: true },
  query: {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_FILE_NAME,
        description: 'The name of the file. Default: the name of the part in a multipart body, else `file`.',
      },
    },
  },
  body: { type: 'string', description: 'The bytes.' },
  bodyTypes: ['application/octet-stream', 'multipart/form-data', '*/*'],
  responses: {
    201: { description: 'The file is stored.', schema: fileSchema },
    413: { description: 'It is larger than `MAX_FILE_BYTES`.' },
  },
  async handler(context, request, { organizationId }) {
    const { message, query } = request;
    if ((message.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: 'that of the file, without encoding' } });
    const { maxFileBytes, chunkBytes } = context.files;
    const isForm = isMultipart(message);
    try {
      const body = request.streamBody({
        heldBytes: chunkBytes,
        maxBytes: isForm ? maxFileBytes + MULTIPART_EXTRA_BYTES : maxFileBytes,
      });
      const named = query.name === undefined ? null : fileNameOf(query.name);
      if (query.name !== undefined && named === null) throw invalidRequest(['name must be a string without NUL']);
      const file = isForm
        ? await readFilePart(message.headers['content-type'], body, (part, bytes) =>
            context.files.write({ ...part, name: named ?? part.name, organizationId }, bytes),
          )
        : await storeRaw(context, organizationId, named, message, body);
      return { status: 201, body: file };
    } catch (error) {
      throw refusalOf(error, maxFileBytes);
    }
  },
});

function storeRaw(
  { files }: AppContext,
  organizationId: string,
  name: string | null,
  { headers }: IncomingMessage,
  body: AsyncIterable<Buffer>,
): Promise<FileValue> {
  const contentType = mediaTypeOf(headers['content-type']);
  const announcedBytes = Number(headers['content-length'] ?? 0);
  return files.write({ organizationId, name: name ?? 'file', contentType, announcedBytes }, body);
}
