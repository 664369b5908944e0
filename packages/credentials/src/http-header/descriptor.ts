import { defineCredential } from '../define-credential.ts';
import { headerName, headerSecret, httpFields } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'http-header',
  title: 'HTTP: header',
  description: 'Sends a value in a header of HTTP requests, such as X-API-Key.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['header', 'value'],
    properties: {
      header: headerName,
      value: { ...headerSecret, title: 'Value' },
      ...httpFields,
    },
  },
});
