import { routesOf } from '../http/define-route.ts';
import { changeApp } from './change-app.ts';
import { createApp } from './create-app.ts';
import { deleteApp } from './delete-app.ts';
import { listAppOperations } from './list-operations.ts';
import { listApps } from './list-apps.ts';
import { listAppVersions } from './list-versions.ts';
import { readApp } from './read-app.ts';
import { readAppOperation } from './read-operation.ts';
import { refreshApp } from './refresh-app.ts';
import { searchAppOperations } from './search-operations.ts';

/** Routes for apps of the organization and their operations. */
export const appsRoutes = routesOf('Organization', {
  createApp,
  listApps,
  readApp,
  changeApp,
  deleteApp,
  refreshApp,
  listAppVersions,
  listAppOperations,
  readAppOperation,
  searchAppOperations,
});
