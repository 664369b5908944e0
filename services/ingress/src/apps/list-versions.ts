import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { appsOf } from '../http/organization-of.ts';
import { pageSchema, params, query } from '../http/schema-parts.ts';
import { APP, appPath, appVersionSchema, readAppSecurity } from './app-schemas.ts';

/** A version may name thousands of operations. */
const MAX_VERSIONS_PAGE = 20;

export const listAppVersions = defineRoute({
  method: 'GET',
  path: `${appPath}/versions`,
  summary: 'List the versions of an app, newest first',
  description:
    'Each has its differences from the version before (the first 2,000 keys of each kind), and the workflows that ' +
    'these touch.',
  security: readAppSecurity,
  params: params('id'),
  query: query({
    limit: { type: 'integer', minimum: 1, maximum: MAX_VERSIONS_PAGE, default: MAX_VERSIONS_PAGE },
    cursor: { type: 'string', pattern: '^[0-9]{1,6}$', description: '`nextCursor` of the page before.' },
  }),
  responses: { 200: { description: 'A page of versions.', schema: pageSchema('AppVersionPage', appVersionSchema) } },
  async handler(context, { params: { id }, query: { limit = MAX_VERSIONS_PAGE, cursor } }, caller) {
    const apps = appsOf(context, caller);
    required(await apps.find(id), APP, id);
    const before = cursor === undefined ? {} : { before: Number(cursor) };
    return { status: 200, body: await apps.listVersions(id, { limit, ...before }) };
  },
});
