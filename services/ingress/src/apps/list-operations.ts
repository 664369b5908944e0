import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { appsOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, params, query } from '../http/schema-parts.ts';
import { APP, appPath, operationSchema, readAppSecurity } from './app-schemas.ts';

const MAX_SEARCH = 100;
const MAX_GROUP = 200;
/** Each word is searched for in up to 20,000 descriptions. */
const MAX_WORDS = 10;

export const operationFilters = {
  search: {
    type: 'string',
    maxLength: MAX_SEARCH,
    pattern: `^\\s*(\\S+\\s+){0,${MAX_WORDS - 1}}\\S*$`,
    'x-message': `must have at most ${MAX_WORDS} words`,
    description: `At most ${MAX_WORDS} words that all occur in the title, the key or the description.`,
  },
  cursor: { type: 'string', pattern: '^[0-9]{1,6}$', description: '`nextCursor` of the page before.' },
} as const;

export const listAppOperations = defineRoute({
  method: 'GET',
  path: `${appPath}/operations`,
  summary: 'List the operations of the newest version of an app',
  security: readAppSecurity,
  params: params('id'),
  query: query({
    search: operationFilters.search,
    group: { type: 'string', maxLength: MAX_GROUP, description: 'Only operations of this group.' },
    limit: pageQuery.limit,
    cursor: operationFilters.cursor,
  }),
  responses: { 200: { description: 'A page of operations.', schema: pageSchema('AppOperationPage', operationSchema) } },
  async handler(context, { params: { id }, query: { search, group, limit = DEFAULT_PAGE, cursor } }, caller) {
    const apps = appsOf(context, caller);
    required(await apps.find(id), APP, id);
    const page = await apps.listOperations(id, {
      limit,
      ...(search !== undefined && { search }),
      ...(group !== undefined && { group }),
      ...(cursor !== undefined && { cursor: Number(cursor) }),
    });
    return { status: 200, body: page };
  },
});
