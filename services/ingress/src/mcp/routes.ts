import { routesOf } from '../http/define-route.ts';
import { readAuthorizationServerAtRoot } from './read-authorization-server-at-root.ts';
import { readAuthorizationServer } from './read-authorization-server.ts';
import { readResourceMetadata } from './read-resource-metadata.ts';
import { serveMcp } from './serve-mcp.ts';

/** Routes for workflows as tools of models, and for the sign-in of their clients. */
export const mcpRoutes = routesOf('MCP', {
  mcp: serveMcp,
  readMcpResourceMetadata: readResourceMetadata,
  readAuthorizationServer,
  readAuthorizationServerAtRoot,
});
