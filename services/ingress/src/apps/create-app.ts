import { MAX_DOCUMENT_BYTES } from '@workflow/apps';
import { bodyTooLarge, invalidRequest } from '../errors/api-error.ts';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { actorOf, appsOf } from '../http/organization-of.ts';
import { uuid } from '../http/schema-parts.ts';
import { appName, appSchema, appSecurity, appsPath, httpUrl } from './app-schemas.ts';
import { savedApp } from './saved-app.ts';

/** JSON may write each byte of a document with two characters, and the other fields need room as well. */
const MAX_BODY_BYTES = 2 * MAX_DOCUMENT_BYTES + 65_536;

const newAppSchema = defineSchema('NewApp', {
  type: 'object',
  required: ['name', 'kind'],
  additionalProperties: false,
  properties: {
    name: appName,
    kind: { type: 'string', enum: ['openapi', 'mcp'] },
    url: { ...httpUrl, description: 'The URL of the document, or of the MCP server.' },
    document: { type: 'string', minLength: 1, description: 'An OpenAPI document in JSON or YAML, instead of a URL.' },
    baseUrl: { ...httpUrl, description: 'Where requests are sent, instead of the first server of the document.' },
    credential: { ...uuid, description: 'The credential for its requests. A component may name another one.' },
  },
});

export const createApp = defineRoute({
  method: 'POST',
  path: appsPath,
  summary: 'Add an app',
  description:
    'An app is the operations of an OpenAPI document, or the tools of an MCP server. An executor reads it: read the ' +
    'app again until its status is `ready` or `failed`. A document has at most 20 MiB.',
  security: appSecurity,
  body: newAppSchema,
  maxBodyBytes: MAX_BODY_BYTES,
  bodyExample: { name: 'petstore', kind: 'openapi', url: 'https://petstore3.swagger.io/api/v3/openapi.json' },
  responses: {
    202: { description: 'The app, which is being read.', schema: appSchema },
    409: { description: 'Another app has this name.' },
  },
  async handler(context, { body }, caller) {
    const { name, kind, url = null, document = null, baseUrl = null, credential = null } = body;
    const problems: string[] = [];
    if (kind === 'mcp' && url === null) problems.push('url is required with kind mcp');
    if (kind === 'mcp' && document !== null) problems.push('document is allowed only with kind openapi');
    if (kind === 'mcp' && baseUrl !== null) problems.push('baseUrl is allowed only with kind openapi');
    if (kind === 'openapi' && (url === null) === (document === null))
      problems.push('exactly one of url and document is required');
    if (document !== null && Buffer.byteLength(document) > MAX_DOCUMENT_BYTES) throw bodyTooLarge(MAX_DOCUMENT_BYTES);
    if (problems.length > 0) throw invalidRequest(problems);
    const newApp = { name, kind, url, document, baseUrl, credential } as const;
    const outcome = await appsOf(context, caller).create(actorOf(caller), newApp);
    return { status: 202, body: savedApp(outcome, name, credential) };
  },
});
