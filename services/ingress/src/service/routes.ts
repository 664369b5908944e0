import type { Route } from '../http/define-route.ts';
import { healthz } from './healthz.ts';
import { openApi } from './open-api.ts';
import { readyz } from './readyz.ts';

/**
 * Routes of the service itself: probes and the description of the API. `routes` returns all routes, including these.
 */
export const serviceRoutes = (routes: () => readonly Route[]): readonly Route[] => [openApi(routes), healthz, readyz];
