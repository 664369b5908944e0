import { defineCredential } from '../define-credential.ts';
import { host, mailTls, password, port, user } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'smtp',
  title: 'SMTP',
  description: 'Sends e-mail through an SMTP server.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['host', 'port', 'tls'],
    properties: {
      host,
      port: { ...port, default: 587 },
      tls: { ...mailTls, default: 'starttls' },
      user: { ...user, description: 'Empty for a relay that accepts mail without a sign-in.' },
      password: { ...password, minLength: 0 },
    },
  },
  requires: ({ user: name, password: secret = '' }) => [
    ...(name === undefined ? [] : ['password']),
    ...(secret === '' ? [] : ['user']),
  ],
});
