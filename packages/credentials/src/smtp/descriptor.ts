import { defineCredential } from '../define-credential.ts';
import { host, mailTls, password, port, user } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'smtp',
  title: 'SMTP',
  description: 'Signs in to a server that sends e-mail.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['host', 'port', 'tls', 'user', 'password'],
    properties: { host, port: { ...port, default: 587 }, tls: { ...mailTls, default: 'starttls' }, user, password },
  },
});
