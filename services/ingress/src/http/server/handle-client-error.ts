import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AppContext } from '../../context.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { ErrorCode } from '../../errors/registry.ts';
import { errorBody } from '../answers/answer.ts';
import { REQUEST_ID_HEADER } from '../telemetry/request-id.ts';
import { streamedRequests } from './streamed-requests.ts';

/** Errors that Node.js finds before there is a request, by its error code. */
const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Answers malformed HTTP with the error body, and closes the connection. */
export function handleClientError(
  context: AppContext,
  error: NodeJS.ErrnoException,
  socket: Socket & { _httpMessage?: ServerResponse },
): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && streamedRequests.has(socket)) return;
  const answering = socket._httpMessage?.headersSent === true;
  if (error.code === 'ECONNRESET' || !socket.writable || answering) {
    socket.destroy();
    return;
  }
  const answer = new ApiError(CODES[error.code ?? ''] ?? 'BAD_HTTP');
  const errorId = randomUUID();
  // A request whose body does not arrive already has an id.
  const requestId = String(socket._httpMessage?.getHeader(REQUEST_ID_HEADER) ?? randomUUID());
  const body = JSON.stringify(errorBody(answer, errorId));
  context.metrics.requestEnded({ route: 'none', method: 'other', status: answer.status }, 0);
  context.log.info(
    { status: answer.status, requestId, errorId, code: answer.code, reason: error.code },
    'Refused a request',
  );
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${REQUEST_ID_HEADER}: ${requestId}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
