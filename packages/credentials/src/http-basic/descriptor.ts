import { defineCredential } from '../define-credential.ts';
import { httpFields, password, user } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'http-basic',
  title: 'HTTP: user and password',
  description: 'Sends a user and a password with HTTP requests (Basic authentication).',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['user', 'password'],
    properties: {
      // RFC 7617 §2: either may be empty, for example if a key is sent as the user or as the password alone.
      user: {
        ...user,
        minLength: 0,
        pattern: '^[^:\\x00-\\x1f\\x7f]*$',
        'x-message': 'must not contain a colon or control characters',
      },
      password: {
        ...password,
        minLength: 0,
        pattern: '^[^\\x00-\\x1f\\x7f]*$',
        'x-message': 'must not contain control characters',
      },
      ...httpFields,
    },
  },
});
