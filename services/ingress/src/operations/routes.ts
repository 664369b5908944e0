import { routesOf } from '../http/define-route.ts';
import { readOperation } from './read-operation.ts';
import { startBulkOperation } from './start-bulk-operation.ts';
import { stopOperation } from './stop-operation.ts';

/** Bulk operations on sessions. */
export const operationsRoutes = routesOf('Sessions', { startBulkOperation, readOperation, stopOperation });
