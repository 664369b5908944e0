import type { AppSchema } from '@workflow/apps';
import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { appsOf } from '../http/organization-of.ts';
import { object, query, uuid } from '../http/schema-parts.ts';
import { appPath, OPERATION, readAppSecurity, wholeOperationSchema } from './app-schemas.ts';

export const readAppOperation = defineRoute({
  method: 'GET',
  path: `${appPath}/operations/{key}`,
  summary: 'Read an operation of an app',
  security: readAppSecurity,
  params: object({ id: uuid, key: { type: 'string', maxLength: 300, description: 'Encoded, as `issues%2Fcreate`.' } }),
  query: query({ version: { type: 'integer', minimum: 1, description: 'Default: the newest version.' } }),
  responses: { 200: { description: 'The operation.', schema: wholeOperationSchema } },
  async handler(context, { params: { id, key }, query: { version = null } }, caller) {
    const operation = required(await appsOf(context, caller).findOperation(id, version, key), OPERATION, key);
    const { content, schemas, digest, app: _app, appId: _appId, ...shown } = operation;
    const { input, output, returns, credentials } = content;
    return {
      status: 200,
      body: {
        ...shown,
        inputSchema: withShared(input, schemas),
        outputSchema: output === null ? null : withShared(output, schemas),
        returns,
        digest,
        credentialSuggestions: credentials,
      },
    };
  },
});

/** Returns a schema with the shared schemas that its references name. */
function withShared(schema: AppSchema, schemas: Record<string, AppSchema>): AppSchema {
  return typeof schema === 'boolean' || Object.keys(schemas).length === 0 ? schema : { ...schema, $defs: schemas };
}
