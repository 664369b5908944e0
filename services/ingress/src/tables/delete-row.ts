import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, tablesOf } from '../http/organization-of.ts';
import { DELETED } from '../http/schema-parts.ts';
import { ROW, rowParams, TABLE, tablePath, tableSecurity } from './table-schemas.ts';

export const deleteTableRow = defineRoute({
  method: 'DELETE',
  path: `${tablePath}/{name}/rows/{key}`,
  summary: 'Delete a row',
  security: tableSecurity,
  params: rowParams,
  responses: { 204: DELETED },
  async handler(context, { params: { name, key } }, caller) {
    const tables = tablesOf(context, caller);
    const table = required(await tables.find(name), TABLE, name);
    required(await tables.deleteRow(actorOf(caller), table, key), ROW, key);
    return { status: 204 };
  },
});
