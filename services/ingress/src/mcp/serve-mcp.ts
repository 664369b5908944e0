import type { IncomingMessage } from 'node:http';
import { isJsonContentType, parseJsonBody } from '../http/bodies/parse-json-body.ts';
import { ApiError } from '../errors/api-error.ts';
import { defineRoute } from '../http/define-route.ts';
import { AnswerRoom } from './answer-room.ts';
import { answerResponse } from './answer-response.ts';
import { authenticateMcp } from './authenticate-mcp.ts';
import { checkMessages } from './check-messages.ts';
import type { McpExchange } from './tools/tool.ts';

/**
 * Serves the Model Context Protocol (contract §11). The endpoint is stateless, so any replica can answer any request.
 * One handler supports revision 2026-07-28 and the older ones.
 */
export const serveMcp = defineRoute({
  method: 'POST',
  path: '/mcp',
  summary: 'Model Context Protocol',
  description:
    'Published workflows that name a tool (`mcp` of their definition), and tools of the service itself, for clients ' +
    'of the Model Context Protocol over Streamable HTTP, without sessions. The key goes into `x-api-key` or ' +
    '`Authorization: Bearer`.',
  security: { kind: 'mcp' },
  beforeMiddleware: true,
  body: { description: 'A JSON-RPC message of the Model Context Protocol.' },
  bodyTypes: ['application/json'],
  bodyExample: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  responses: {
    200: {
      description: 'The JSON-RPC answer, or a stream of events that ends with it.',
      schema: {},
      alternatives: { 'text/event-stream': { type: 'string' } },
    },
    202: { description: 'A notification was taken.' },
  },
  async handler(context, request) {
    const { message, exchange } = request;
    const { caller, scopes } = await authenticateMcp(context, message);
    exchange.organizationId = caller.organizationId;
    request.leaveTurn();
    if (!isJsonContentType(message.headers['content-type']))
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: 'application/json' } });
    const { bytes } = await request.readBody();
    await context.bodies.turns.wait(caller.organizationId, bytes.length);
    const parsedBody = parseJsonBody(bytes);
    const disconnected = new AbortController();
    request.onceAnswered(() => disconnected.abort());
    const ownExchange: McpExchange = {
      context,
      caller,
      scopes,
      request: { ...request, rawBody: bytes },
      signal: disconnected.signal,
      room: new AnswerRoom(context.config.mcp.maxAnswerBytes),
      found: new Map(),
    };
    await request.enterOrganization(caller.organizationId);
    await checkMessages(ownExchange, parsedBody);
    // From here on each message takes a separate turn.
    request.leaveTurn();
    // The protocol's library is loaded only when a client needs it.
    const { answerMessage } = await import('./answer-message.ts');
    const response = await answerMessage(ownExchange, webRequest(message, disconnected.signal), parsedBody);
    return answerResponse(context, response, disconnected.signal, exchange);
  },
});

/** Returns the request for the protocol's library, which gets the parsed body separately. */
function webRequest({ headers, url }: IncomingMessage, signal: AbortSignal): Request {
  const web = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') web.set(name, value);
  return new Request(new URL(url ?? '/', 'http://localhost'), { method: 'POST', headers: web, signal });
}
