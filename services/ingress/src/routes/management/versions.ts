import { defineRoute } from '../../http/define-route.ts';
import { DEFAULT_PAGE, pageQuery, params, query, uuid, type PageQuery } from './schema-parts.ts';
import { etagOf } from './etag.ts';
import { actorOf, organizationOf, required } from './organization-of.ts';
import { versionPageSchema, versionWithDefinitionSchema, workflowSchema } from './workflow-schemas.ts';

const MAX_DIGITS = 9;
const versionParams = {
  type: 'object',
  required: ['id', 'number'],
  properties: { id: uuid, number: { type: 'string', pattern: `^[1-9]\\d{0,${MAX_DIGITS - 1}}$`, 'x-message': 'must be a version number' } },
} as const;

export const listVersions = defineRoute<{ id: string }, PageQuery>({
  method: 'GET',
  path: '/v1/workflows/{id}/versions',
  operationId: 'listVersions',
  summary: 'List the versions of a workflow, newest first',
  tags: ['Workflows'],
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  query: query({ limit: pageQuery.limit, cursor: { type: 'string', pattern: `^\\d{1,${MAX_DIGITS}}$`, 'x-message': 'must be a nextCursor' } }),
  responses: { 200: { description: 'A page of versions.', schema: versionPageSchema } },
  async handler(context, { params: { id }, query: { limit = DEFAULT_PAGE, cursor } }, caller) {
    const page = { limit, ...(cursor !== undefined && { cursor: Number(cursor) }) };
    return { status: 200, body: required(await organizationOf(context, caller).listVersions(id, page), 'Workflow', id) };
  },
});

export const readVersion = defineRoute<{ id: string; number: string }>({
  method: 'GET',
  path: '/v1/workflows/{id}/versions/{number}',
  operationId: 'readVersion',
  summary: 'Read a version with its definition',
  tags: ['Workflows'],
  security: { kind: 'caller', scope: 'manage' },
  params: versionParams,
  responses: { 200: { description: 'The version.', schema: versionWithDefinitionSchema } },
  async handler(context, { params: { id, number } }, caller) {
    const version = await organizationOf(context, caller).readVersion(id, Number(number));
    return { status: 200, body: required(version, 'Version', number) };
  },
});

export const restoreVersion = defineRoute<{ id: string; number: string }>({
  method: 'POST',
  path: '/v1/workflows/{id}/versions/{number}/restore',
  operationId: 'restoreVersion',
  summary: "Make a version's definition the draft",
  description: 'PROD goes on running the published version until the draft is published.',
  tags: ['Workflows'],
  security: { kind: 'caller', scope: 'manage' },
  params: versionParams,
  responses: { 200: { description: 'The workflow.', schema: workflowSchema } },
  async handler(context, { params: { id, number } }, caller) {
    const workflow = required(await organizationOf(context, caller).restoreVersion(actorOf(caller), id, Number(number)), 'Version', number);
    return { status: 200, body: workflow, headers: { ETag: etagOf(workflow) } };
  },
});
