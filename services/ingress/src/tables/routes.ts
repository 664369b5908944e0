import { routesOf } from '../http/define-route.ts';
import { createTable } from './create-table.ts';
import { deleteTableRow } from './delete-row.ts';
import { deleteTable } from './delete-table.ts';
import { insertTableRow } from './insert-row.ts';
import { listTableRows } from './list-rows.ts';
import { listTables } from './list-tables.ts';
import { putTableRow } from './put-row.ts';
import { readTable } from './read-table.ts';

/** Routes for tables of the organization and their rows. */
export const tablesRoutes = routesOf('Organization', {
  createTable,
  listTables,
  readTable,
  deleteTable,
  listTableRows,
  insertTableRow,
  putTableRow,
  deleteTableRow,
});
