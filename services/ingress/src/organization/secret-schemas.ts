import { defineObject, object, personSchema, time } from '../http/schema-parts.ts';

export const secretPath = '/v1/organization/secrets';
export const secretSecurity = { kind: 'caller', scope: 'manage', role: 'admin' } as const;

/** Starts with a letter or underscore, so that `$secret('…')` needs no quoting rules. */
export const secretName = {
  type: 'string',
  maxLength: 128,
  pattern: '^[A-Za-z_][A-Za-z0-9_.-]*$',
  'x-message': 'must start with a letter or underscore and go on with letters, digits, underscores, dots and hyphens',
} as const;

export const secretParams = object({ name: secretName });

export const secretSchema = defineObject('Secret', {
  name: { type: 'string' },
  createdAt: time,
  updatedAt: time,
  updatedBy: personSchema,
});
