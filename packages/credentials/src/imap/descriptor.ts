import { defineCredential } from '../define-credential.ts';
import { host, mailTls, password, port, user } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'imap',
  title: 'IMAP',
  description: 'Signs in to a mailbox.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['host', 'port', 'tls', 'user', 'password'],
    properties: { host, port: { ...port, default: 993 }, tls: { ...mailTls, default: 'implicit' }, user, password },
  },
});
