import type { IncomingMessage } from 'node:http';
import { readTraceContext, type SessionOrigin } from '@workflow/workflow-model';
import type { Exchange } from './exchange.ts';

/** Returns the data of a request that its session stores: the request's id, and its place in the caller's trace. */
export function originOf({ message, exchange }: { message: IncomingMessage; exchange: Exchange }): SessionOrigin {
  return { requestId: exchange.requestId, trace: exchange.span?.context ?? readTraceContext(message.headers) };
}
