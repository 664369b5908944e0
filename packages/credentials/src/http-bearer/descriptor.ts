import { defineCredential } from '../define-credential.ts';
import { headerSecret, httpFields } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'http-bearer',
  title: 'HTTP: bearer token',
  description: 'Sends a token with HTTP requests, as Authorization: Bearer.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['token'],
    properties: { token: { ...headerSecret, title: 'Token' }, ...httpFields },
  },
});
