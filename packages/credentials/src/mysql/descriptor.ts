import { defineCredential } from '../define-credential.ts';
import { descriptor as postgresql } from '../postgresql/descriptor.ts';

const { properties } = postgresql.schema;

export const descriptor = defineCredential({
  type: 'mysql',
  title: 'MySQL',
  description: 'Signs in to a MySQL or MariaDB database.',
  schema: {
    ...postgresql.schema,
    properties: { ...properties, port: { ...properties.port, default: 3306 } },
  },
});
