import { defineSchema } from '../http/define-route.ts';
import { uuid } from '../http/schema-parts.ts';

export const fileSchema = defineSchema('File', {
  type: 'object',
  description: 'A value of type FILE: send it, or the text of its `fileId`, for such a placeholder.',
  required: ['fileId', 'name', 'contentType', 'size', 'sha256'],
  properties: {
    fileId: uuid,
    name: { type: 'string' },
    contentType: { type: 'string' },
    size: { type: 'integer', description: 'In bytes.' },
    sha256: { type: 'string', description: 'The SHA-256 of the bytes, in hex.' },
  },
});
