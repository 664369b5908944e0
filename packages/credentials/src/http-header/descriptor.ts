import { defineCredential } from '../define-credential.ts';
import { headerSecret, httpFields } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'http-header',
  title: 'HTTP: header',
  description: 'Sends a value in a header of HTTP requests, such as X-API-Key.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['header', 'value'],
    properties: {
      header: {
        type: 'string',
        title: 'Header',
        maxLength: 100,
        // The name of a header (RFC 9110 §5.6.2).
        pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
        'x-message': 'must be the name of a header',
        'x-destination': true,
      },
      value: { ...headerSecret, title: 'Value' },
      ...httpFields,
    },
  },
});
