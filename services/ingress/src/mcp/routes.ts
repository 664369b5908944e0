import type { Route } from '../http/define-route.ts';
import { serveMcp } from './serve-mcp.ts';

/** Workflows as tools of models. */
export const mcpRoutes: readonly Route[] = [serveMcp];
