import { createMcpHandler } from '@modelcontextprotocol/server';
import { makeMcpServer } from './make-mcp-server.ts';
import type { McpExchange } from './tools/tool.ts';

/** The interval of keep-alive messages, which prevent proxies from closing idle streams. */
const KEEP_ALIVE_MS = 15_000;

/** Answers a request with the protocol's library. The body is already parsed. */
export function answerMessage(exchange: McpExchange, request: Request, parsedBody: unknown): Promise<Response> {
  const handler = createMcpHandler(() => makeMcpServer(exchange), {
    keepAliveMs: KEEP_ALIVE_MS,
    onerror: (error) => exchange.context.log.debug({ err: error }, 'Refused an MCP message'),
  });
  return handler.fetch(request, { parsedBody });
}
