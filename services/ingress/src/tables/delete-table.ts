import { conflict } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, tablesOf } from '../http/organization-of.ts';
import { DELETED, query } from '../http/schema-parts.ts';
import { TABLE, tableParams, tablePath, tableSecurity } from './table-schemas.ts';

export const deleteTable = defineRoute({
  method: 'DELETE',
  path: `${tablePath}/{name}`,
  summary: 'Delete a table with its rows',
  description: 'Steps that use it fail from then on. If published workflows use it, `force` is required.',
  security: tableSecurity,
  params: tableParams,
  query: query({
    force: { type: 'boolean', default: false, description: 'Delete it even if published workflows use it.' },
  }),
  responses: { 204: DELETED, 409: { description: 'Published workflows use it; the message names them.' } },
  async handler(context, { params: { name }, query: { force = false } }, caller) {
    const outcome = await tablesOf(context, caller).delete(actorOf(caller), name, force);
    if (outcome.kind === 'not-found') throw notFound(TABLE, name);
    if (outcome.kind === 'in-use')
      throw conflict(`The table is used by published workflows: ${outcome.workflows.join(', ')}`);
    return { status: 204 };
  },
});
