import { McpServer, ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { serviceVersion } from '@workflow/service-runtime';
import type { JsonObject } from '@workflow/workflow-model';
import { describeError } from '../http/answers/answer.ts';
import { ApiError } from '../errors/api-error.ts';
import { findTool, listTools } from './tools/find-tools.ts';
import { refusalOf, resultOf, type McpExchange, type ToolCall } from './tools/tool.ts';

const INSTRUCTIONS =
  'Each tool but those about sessions and workflows runs a workflow of the organization. A call waits for the run; ' +
  'where the status is "running", ask get_session with its sessionId later. With an idempotencyKey a call may be ' +
  'repeated safely.';

/** Answers one request of a client. */
export function makeMcpServer(exchange: McpExchange): McpServer {
  const mcpServer = new McpServer(
    { name: 'workflow-automation', version: serviceVersion() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  // Tools differ by caller and are described by JSON Schema, so the library's table of tools is not used.
  const { server } = mcpServer;
  server.setRequestHandler('tools/list', ({ params }) =>
    inTurn(exchange, async () => {
      const { bytes, ...page } = await listTools(exchange, params?.cursor);
      if (!exchange.room.take(bytes)) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, noRoom(exchange));
      return page;
    }).catch((error: unknown) => {
      throw error instanceof ApiError ? new ProtocolError(ProtocolErrorCode.InternalError, error.message) : error;
    }),
  );
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = await findTool(exchange, params.name);
    if (tool === null || !exchange.scopes.includes(tool.scope))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool '${params.name}'`);
    const progressToken = mcpReq._meta?.progressToken;
    const call: Omit<ToolCall, 'leaveTurn'> = {
      ...exchange,
      given: (params.arguments ?? {}) as JsonObject,
      async reportProgress(progress, message) {
        if (progressToken === undefined) return;
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
      },
    };
    return answer(call, (leaveTurn) => tool.call({ ...call, leaveTurn }));
  });
  return mcpServer;
}

/**
 * Handles one message in a turn of its organization, so that a request with many messages uses no more turns at a time
 * than many requests do.
 * @throws ApiError TOO_MANY_REQUESTS
 */
async function inTurn<Result>(
  { context, caller }: McpExchange,
  act: (leaveTurn: () => void) => Promise<Result>,
): Promise<Result> {
  const leave = await context.requestShares.enter(caller.organizationId);
  try {
    return await act(leave);
  } finally {
    leave();
  }
}

function noRoom({ room }: McpExchange): string {
  return `The results of one request may have at most ${room.maxBytes} bytes. Send this message in another request`;
}

/**
 * Answers a call. A refusal is a result, so that the model reads it. A failure of the service is an error with its id.
 */
async function answer(
  call: Omit<ToolCall, 'leaveTurn'>,
  act: (leaveTurn: () => void) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const { context, room } = call;
  try {
    // A message is not handled when there is no room for its result.
    if (room.isFull) return refusalOf(noRoom(call));
    const result = await inTurn(call, act);
    return room.take(bytesOf(result)) ? result : withoutOutput(call, result);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return refusalOf(error.message);
    const { body, cause } = describeError(error);
    if (cause !== undefined) context.log.error({ err: cause, errorId: body.errorId }, 'A tool call failed');
    return refusalOf(body.message);
  }
}

/** Returns the replacement for a result without room. It names a session that was started. */
function withoutOutput(call: McpExchange, { structuredContent, isError }: CallToolResult): CallToolResult {
  const { sessionId, status } = (structuredContent ?? {}) as JsonObject;
  if (typeof sessionId !== 'string' || typeof status !== 'string') return refusalOf(noRoom(call));
  return resultOf({ sessionId, status, outputTruncated: true }, isError);
}

/** A result contains its content twice: structured, and as text. */
function bytesOf({ content }: CallToolResult): number {
  return content.reduce((bytes, part) => bytes + (part.type === 'text' ? 2 * part.text.length : 0), 0);
}
