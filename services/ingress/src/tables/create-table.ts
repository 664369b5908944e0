import { checkFields } from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';
import { conflict, invalidRequest } from '../errors/api-error.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, tablesOf } from '../http/organization-of.ts';
import { newTableSchema, tablePath, tableSchema, tableSecurity } from './table-schemas.ts';

export const createTable = defineRoute({
  method: 'POST',
  path: tablePath,
  summary: 'Create a table',
  description: 'Its rows are read and changed by the component `table`, and by people.',
  security: tableSecurity,
  body: newTableSchema,
  bodyExample: { name: 'prices', columns: [{ key: 'amount', type: 'NUMBER' }] },
  responses: {
    201: { description: 'The table.', schema: tableSchema },
    409: { description: 'Another table has this name.' },
  },
  async handler(context, { body }, caller) {
    const { name, columns } = body;
    const problems = checkFields(columns as unknown as Json, 'columns').map(({ pointer, field, rule }) =>
      field === undefined ? `${pointer.replaceAll('/', '.')}: ${rule}` : `${pointer.replaceAll('/', '.')} ${rule}`,
    );
    if (columns.some(({ key }) => key === 'key')) problems.push('columns must not be called key: each row has its own');
    if (problems.length > 0) throw invalidRequest(problems);
    const table = await tablesOf(context, caller).create(actorOf(caller), name, columns);
    if (table === 'name-taken') throw conflict(`The organization has a table named '${name}' already`);
    return { status: 201, body: table };
  },
});
