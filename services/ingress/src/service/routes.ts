import { type ListedRoute, routesOf } from '../http/define-route.ts';
import { healthz } from './healthz.ts';
import { openApi } from './open-api.ts';
import { readyz } from './readyz.ts';

/**
 * Routes of the service itself: probes and the description of the API. `routes` returns all routes, including these.
 */
export const serviceRoutes = (routes: () => readonly ListedRoute[]): readonly ListedRoute[] =>
  routesOf('Service', { openApi: openApi(routes), healthz, readyz });
