import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ignoreParsed } from '../ignore-parsed.ts';
import { pauseConnection } from '../pause-connection.ts';

/** Maximum number of requests of one connection that wait behind an earlier one. */
const MAX_PIPELINED_REQUESTS = 100;

/** A connection of Node.js's server. `_httpMessage` is the response that it sends now. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

/** The number of requests of each connection that wait behind an earlier one. */
const waiting = new WeakMap<Socket, number>();

/** Connections that are closed after the answer to a refused request. */
const closing = new WeakSet<Socket>();

/**
 * Limits the requests that a client sends before it has the answer to an earlier one (RFC 9112 §9.3.2). Node.js begins
 * every request that it parses. 64 KiB may contain 2,400 requests, and Node.js reads 2 MiB of one connection in a turn
 * of the event loop.
 * @returns `refused` for the first request above the limit, which must be answered with an error. Nothing more is read
 * from its connection, which is closed after that answer. `dropped` for a request that must not be answered
 */
export function limitPipelinedRequests(
  request: IncomingMessage,
  response: ServerResponse,
): 'accepted' | 'refused' | 'dropped' {
  const socket: HttpSocket = request.socket;
  if (socket._httpMessage === response) return 'accepted';
  if (closing.has(socket)) {
    socket.destroy();
    return 'dropped';
  }
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > MAX_PIPELINED_REQUESTS) {
    response.shouldKeepAlive = false;
    closing.add(socket);
    readNoFurther(socket);
    return 'refused';
  }
  waiting.set(socket, count);
  response.once('close', () => void waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return 'accepted';
}

function readNoFurther(socket: Socket): void {
  ignoreParsed(socket, ['parserOnHeadersComplete', 'parserOnBody']);
  // Node.js resumes the connection whenever it has parsed a request, or an earlier request is read.
  socket.resume = () => socket;
  pauseConnection(socket);
  setImmediate(() => pauseConnection(socket));
}
