import { createMcpHandler } from '@modelcontextprotocol/server';
import { makeMcpServer } from './make-mcp-server.ts';
import type { McpExchange } from './tools/tool.ts';

/** A stream over which nothing comes stays open through proxies. */
const KEEP_ALIVE_MS = 15_000;

/** The protocol's library answers a request, whose body is parsed. */
export function answerMessage(exchange: McpExchange, request: Request, parsedBody: unknown): Promise<Response> {
  const handler = createMcpHandler(() => makeMcpServer(exchange), {
    keepAliveMs: KEEP_ALIVE_MS,
    onerror: (error) => exchange.context.log.debug({ err: error }, 'a message of MCP was refused'),
  });
  return handler.fetch(request, { parsedBody });
}
