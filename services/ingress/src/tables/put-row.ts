import { defineRoute } from '../http/define-route.ts';
import { actorOf } from '../http/organization-of.ts';
import { rowColumnsSchema, rowParams, rowSchema, tablePath, tableSecurity } from './table-schemas.ts';
import { writeRow } from './write-row.ts';

export const putTableRow = defineRoute({
  method: 'PUT',
  path: `${tablePath}/{name}/rows/{key}`,
  summary: 'Change columns of a row, or make it',
  description: 'Columns that are left out stay as they are, so that masked values need not be sent; null empties one.',
  security: tableSecurity,
  params: rowParams,
  paramsAreChosen: true,
  body: rowColumnsSchema,
  bodyExample: { amount: 12.5 },
  responses: { 200: { description: 'The row.', schema: rowSchema } },
  async handler(context, { params: { name, key }, body: given }, caller) {
    const row = await writeRow(context, caller, actorOf(caller), { table: name, key, given, operation: 'upsert' });
    return { status: 200, body: row };
  },
});
