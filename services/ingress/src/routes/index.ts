import type { Route } from '../http/define-route.ts';
import { managementRoutes } from './management/index.ts';

/** Every route of the service. */
export const routes: readonly Route[] = [...managementRoutes];
