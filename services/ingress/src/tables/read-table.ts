import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { tablesOf } from '../http/organization-of.ts';
import { TABLE, tableParams, tablePath, tableSchema, tableSecurity } from './table-schemas.ts';

export const readTable = defineRoute({
  method: 'GET',
  path: `${tablePath}/{name}`,
  summary: 'Read a table: its columns, how much it has, and who uses it',
  security: tableSecurity,
  params: tableParams,
  responses: { 200: { description: 'The table.', schema: tableSchema } },
  async handler(context, { params: { name } }, caller) {
    return { status: 200, body: required(await tablesOf(context, caller).read(name), TABLE, name) };
  },
});
