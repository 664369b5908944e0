import { HTTP_CREDENTIAL_TYPES } from '@workflow/component-kit';

/** The field for the credential that authenticates a call of an operation. */
export const credentialField = {
  type: 'string',
  title: 'Credential',
  description: 'If empty, the credential of the app.',
  format: 'uuid',
  'x-reference': { kind: 'credential', types: [...HTTP_CREDENTIAL_TYPES, 'mcp'] },
} as const;
