import { defineCredential } from '../define-credential.ts';
import { headerSecret, httpFields } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'http-query',
  title: 'HTTP: query parameter',
  description: 'Sends a value in the query of HTTP requests, such as api_key.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['parameter', 'value'],
    properties: {
      parameter: {
        type: 'string',
        title: 'Parameter',
        minLength: 1,
        maxLength: 100,
        pattern: '^[\\x21-\\x7e]+$',
        'x-message': 'must be the name of a query parameter, in visible ASCII characters without spaces',
        'x-destination': true,
      },
      value: { ...headerSecret, title: 'Value' },
      ...httpFields,
    },
  },
});
