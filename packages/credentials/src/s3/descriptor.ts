import { defineCredential } from '../define-credential.ts';
import { password, text, url } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 's3',
  title: 'S3',
  description: 'Signs requests to a bucket of Amazon S3 or a compatible store.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['endpoint', 'region', 'bucket', 'accessKeyId', 'secretAccessKey'],
    properties: {
      endpoint: { ...url, title: 'Endpoint', description: 'Such as https://s3.eu-central-1.amazonaws.com.' },
      region: { ...text, title: 'Region' },
      bucket: {
        type: 'string',
        title: 'Bucket',
        maxLength: 255,
        pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
        'x-message': 'must be letters, digits, dots, hyphens and underscores',
      },
      accessKeyId: { ...text, title: 'Access key id' },
      secretAccessKey: { ...password, title: 'Secret access key' },
    },
  },
});
