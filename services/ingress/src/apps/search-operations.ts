import { defineRoute } from '../http/define-route.ts';
import { appsOf } from '../http/organization-of.ts';
import { defineObject, object, pageQuery, query, uuid } from '../http/schema-parts.ts';
import { operationSchema, readAppSecurity } from './app-schemas.ts';
import { operationFilters } from './list-operations.ts';

const DEFAULT_FOUND = 200;

const foundSchema = defineObject('FoundAppOperation', {
  appId: uuid,
  version: { type: 'integer', description: 'The newest version of the app.' },
  ...operationSchema.properties,
});

export const searchAppOperations = defineRoute({
  method: 'GET',
  path: '/v1/organization/app-operations',
  summary: 'Search the operations of all apps',
  description:
    'Returns the first ten operations of each app in which all words occur. If the apps have more than 20,000 ' +
    'operations together, the largest apps are not searched; search in one of them by itself.',
  security: readAppSecurity,
  query: query({ search: operationFilters.search, limit: pageQuery.limit }),
  responses: {
    200: {
      description: 'The operations, ordered by the names of their apps.',
      schema: object({
        items: { type: 'array', items: foundSchema },
        notSearched: { type: 'integer', description: 'The number of apps that were not searched.' },
      }),
    },
  },
  async handler(context, { query: { search = '', limit = DEFAULT_FOUND } }, caller) {
    return { status: 200, body: await appsOf(context, caller).searchOperations({ search, limit }) };
  },
});
