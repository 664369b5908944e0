import { McpServer, ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { serviceVersion } from '@workflow/service-runtime';
import type { JsonObject } from '@workflow/workflow-model';
import { describeError } from '../http/answers/answer.ts';
import { ApiError } from '../errors/api-error.ts';
import { findTool, listTools } from './tools/find-tools.ts';
import { refusalOf, type McpExchange, type ToolCall } from './tools/tool.ts';

const INSTRUCTIONS =
  'Each tool but those about sessions and workflows runs a workflow of the organization. A call waits for the run; ' +
  'where the status is "running", ask get_session with its sessionId later. With an idempotencyKey a call may be ' +
  'repeated safely.';

/** Answers one request of a client. */
export function makeMcpServer(exchange: McpExchange): McpServer {
  const made = new McpServer(
    { name: 'workflow-automation', version: serviceVersion() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  // Tools differ by caller and are described by JSON Schema: they are answered below the library's own table of tools.
  const { server } = made;
  server.setRequestHandler('tools/list', async () => ({
    tools: (await listTools(exchange)).map(({ description }) => description),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = await findTool(exchange, params.name);
    if (tool === null || !exchange.scopes.includes(tool.scope))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool '${params.name}'`);
    const progressToken = mcpReq._meta?.progressToken;
    const call: ToolCall = {
      ...exchange,
      given: (params.arguments ?? {}) as JsonObject,
      async tellProgress(progress, message) {
        if (progressToken === undefined) return;
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
      },
    };
    return answer(call, () => tool.call(call));
  });
  return made;
}

/** A refusal is a result, so that the model reads it; what is the service's fault is an error with its id. */
async function answer({ context }: ToolCall, act: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return refusalOf(error.message);
    const { body, cause } = describeError(error);
    if (cause !== undefined) context.log.error({ err: cause, errorId: body.errorId }, 'a call of a tool failed');
    return refusalOf(body.message);
  }
}
