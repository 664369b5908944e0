import type { Route } from '../../http/define-route.ts';

export const managementRoutes: readonly Route[] = [];
