import { APP_EFFECTS } from '@workflow/apps';
import { defineObject, object, time, uses, uuid } from '../http/schema-parts.ts';

export const appsPath = '/v1/organization/apps';
export const appPath = `${appsPath}/{id}` as const;
export const appSecurity = { kind: 'caller', scope: 'manage', role: 'admin' } as const;
export const readAppSecurity = { kind: 'caller', scope: ['read', 'manage'], forBoundKeys: true } as const;

/** The name of the resource in messages. */
export const APP = 'App';
export const OPERATION = 'Operation';

const MAX_URL = 2_000;

export const appName = {
  type: 'string',
  maxLength: 40,
  pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
  'x-message': 'must be lowercase letters, digits and hyphens, and begin with a letter or a digit',
} as const;

export const httpUrl = {
  type: 'string',
  maxLength: MAX_URL,
  pattern: '^https?://[^\\s/?#@\\\\]+(?:[/?][^\\s#]*)?$',
  'x-message': 'must be an http or https URL without a user, a password or a fragment',
} as const;

export const effect = { type: 'string', enum: [...APP_EFFECTS] } as const;

export const appSchema = defineObject('App', {
  id: uuid,
  name: appName,
  title: { type: 'string', description: 'The title in the source.' },
  kind: { type: 'string', enum: ['openapi', 'mcp'] },
  url: { type: 'string', nullable: true, description: 'Null if the document was uploaded.' },
  baseUrl: { type: 'string', nullable: true, description: 'Where its requests are sent.' },
  status: {
    type: 'string',
    enum: ['reading', 'ready', 'failed'],
    description: '`failed`: it was never read. After a failed refresh it is ready with a message.',
  },
  message: {
    type: 'string',
    nullable: true,
    description: 'The reason why reading failed, or the parts that were left out.',
  },
  version: { type: 'integer', nullable: true },
  operationCount: { type: 'integer' },
  credential: { ...uuid, nullable: true },
  effects: { type: 'object', additionalProperties: effect },
  usedBy: uses,
  createdAt: time,
  refreshedAt: { ...time, nullable: true },
});

export const operationSchema = defineObject('AppOperation', {
  key: { type: 'string' },
  title: { type: 'string' },
  description: { type: 'string' },
  group: { type: 'string', nullable: true },
  effect,
  deprecated: { type: 'boolean' },
});

export const wholeOperationSchema = defineObject('WholeAppOperation', {
  ...operationSchema.properties,
  version: { type: 'integer', description: 'The version of the app that has it.' },
  inputSchema: { description: 'JSON Schema 2020-12 of the arguments.' },
  outputSchema: {
    description: 'JSON Schema of the body of a response, or of the data of a tool; null if it is not described.',
  },
  returns: {
    type: 'object',
    description: 'The type of the output of a component, as fields.',
    additionalProperties: {},
  },
  digest: { type: 'string', description: 'Changes with everything that a caller depends on.' },
  credentialSuggestions: {
    type: 'array',
    description: 'Credentials that fit, with the fields that the document names.',
    items: object({ type: { type: 'string' }, fields: { type: 'object', additionalProperties: {} } }),
  },
});

export const appVersionSchema = defineObject('AppVersion', {
  version: { type: 'integer' },
  createdAt: time,
  added: { type: 'array', items: { type: 'string' } },
  removed: { type: 'array', items: { type: 'string' } },
  changed: { type: 'array', items: { type: 'string' } },
  touches: { ...uses, description: 'Workflows that use a changed or removed operation, the first twenty.' },
});
