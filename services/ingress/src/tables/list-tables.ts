import { defineRoute } from '../http/define-route.ts';
import { tablesOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import { tableName, tablePath, tableSchema, tableSecurity } from './table-schemas.ts';

export const listTables = defineRoute({
  method: 'GET',
  path: tablePath,
  summary: 'List tables by name',
  security: tableSecurity,
  query: query({ limit: pageQuery.limit, cursor: tableName }),
  responses: { 200: { description: 'A page of tables.', schema: pageSchema('TablePage', tableSchema) } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    return { status: 200, body: await tablesOf(context, caller).list({ limit, ...page }) };
  },
});
