export type { SendRequest } from './mcp-fetch.ts';
export { McpCallLost, McpSessionDropped, withMcpSession } from './mcp-session.ts';
export type { McpServer, McpSession } from './mcp-session.ts';
