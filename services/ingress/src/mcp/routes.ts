import type { Route } from '../http/define-route.ts';
import { readAuthorizationServerAtRoot } from './read-authorization-server-at-root.ts';
import { readAuthorizationServer } from './read-authorization-server.ts';
import { readResourceMetadata } from './read-resource-metadata.ts';
import { serveMcp } from './serve-mcp.ts';

/** Workflows as tools of models, and how their clients sign in. */
export const mcpRoutes: readonly Route[] = [
  serveMcp,
  readResourceMetadata,
  readAuthorizationServer,
  readAuthorizationServerAtRoot,
];
