import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { tablesOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import { rowKey, rowSchema, TABLE, tableParams, tablePath, tableSecurity } from './table-schemas.ts';

export const listTableRows = defineRoute({
  method: 'GET',
  path: `${tablePath}/{name}/rows`,
  summary: 'List rows by their keys',
  description: 'Sensitive values are masked. A page with large rows ends early.',
  security: tableSecurity,
  params: tableParams,
  query: query({ limit: pageQuery.limit, cursor: rowKey }),
  responses: { 200: { description: 'A page of rows.', schema: pageSchema('TableRowPage', rowSchema) } },
  async handler(context, { params: { name }, query: { limit = DEFAULT_PAGE, cursor = '' } }, caller) {
    const page = await tablesOf(context, caller).listRows(name, { after: cursor, limit });
    return { status: 200, body: required(page, TABLE, name) };
  },
});
