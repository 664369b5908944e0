import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { params } from '../http/schema-parts.ts';

export const downloadFile = defineRoute({
  method: 'GET',
  path: '/v1/files/{id}',
  summary: 'Download a file',
  description:
    'The bytes, to be saved: `Content-Disposition` is `attachment`, and no browser runs or guesses what they are.',
  security: { kind: 'caller', scope: 'read' },
  params: params('id'),
  responses: {
    200: {
      description: 'The bytes, with the content type that they were stored with.',
      contentType: '*/*',
      schema: { type: 'string', description: 'The bytes.' },
    },
    404: { description: 'No such file.' },
  },
  async handler(context, { params: { id }, exchange }, { organizationId }) {
    const { files } = context;
    const file = required(await files.find(organizationId, id), 'File', id);
    exchange.kind = 'stream';
    const { name, contentType, size, sha256 } = file;
    return {
      status: 200,
      download: {
        ...{ name, contentType, size },
        etag: `"${sha256}"`,
        heldBytes: Math.min(size, files.chunkBytes),
        read: () => files.read(organizationId, file),
      },
    };
  },
});
