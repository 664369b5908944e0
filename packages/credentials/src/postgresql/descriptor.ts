import { defineCredential } from '../define-credential.ts';
import { certificates, databaseTls, host, password, port, text, user } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'postgresql',
  title: 'PostgreSQL',
  description: 'Signs in to a PostgreSQL database.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['host', 'port', 'database', 'user', 'password', 'tls'],
    properties: {
      host,
      port: { ...port, default: 5432 },
      database: { ...text, title: 'Database' },
      user,
      password,
      tls: databaseTls,
      ca: certificates,
    },
  },
});
