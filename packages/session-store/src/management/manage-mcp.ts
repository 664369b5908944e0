import { operationsOn } from '../postgres/operations-on.ts';
import { findTool, listTools } from './mcp-tools.ts';
import { listConnectedApplications, revokeConnectedApplication } from './oauth-connections.ts';
import type { OrganizationScope } from './organization-scope.ts';

/** Opens the tools that an organization offers by MCP, and the applications that its members connected. */
export function manageMcp(scope: OrganizationScope) {
  const on = operationsOn(scope);
  return {
    findTool: on(findTool),
    listTools: on(listTools),
    listConnectedApplications: on(listConnectedApplications),
    revokeConnectedApplication: on(revokeConnectedApplication),
  };
}
