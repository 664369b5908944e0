import { defineRoute } from '../http/define-route.ts';
import { actorOf } from '../http/organization-of.ts';
import { newRowSchema, rowSchema, tableParams, tablePath, tableSecurity } from './table-schemas.ts';
import { writeRow } from './write-row.ts';

export const insertTableRow = defineRoute({
  method: 'POST',
  path: `${tablePath}/{name}/rows`,
  summary: 'Insert a row',
  description: 'Columns that are not optional are required; the values are checked as placeholders of their types are.',
  security: tableSecurity,
  params: tableParams,
  body: newRowSchema,
  bodyExample: { key: 'basic', amount: 12.5 },
  responses: {
    201: { description: 'The row.', schema: rowSchema },
    409: { description: 'The table has a row with this key.' },
  },
  async handler(context, { params: { name }, body }, caller) {
    const { key, ...columns } = body;
    const row = await writeRow(context, caller, actorOf(caller), {
      table: name,
      key,
      given: columns,
      operation: 'insert',
    });
    return { status: 201, body: row };
  },
});
