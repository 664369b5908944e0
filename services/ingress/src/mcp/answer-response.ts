import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { RouteReply } from '../http/define-route.ts';
import type { Exchange } from '../http/exchange.ts';

/** The answer of a library that speaks in web responses, as a route's. A stream ends when nobody reads it. */
export async function answerResponse(response: Response, gone: AbortSignal, exchange: Exchange): Promise<RouteReply> {
  const { status, body } = response;
  const type = response.headers.get('content-type') ?? '';
  if (body === null) return { status };
  if (status >= 400) return refusal(status, await response.text(), exchange);
  if (!type.startsWith('text/event-stream')) return { status, text: await response.text(), textType: type };
  return { status, stream: (answer) => void pipe(body, answer, gone) };
}

/** An error of the protocol, which is also one of ours: every error of every route says the same three things. */
function refusal(status: number, text: string, exchange: Exchange): RouteReply {
  const errorId = randomUUID();
  exchange.errorId = errorId;
  const refused = JSON.parse(text) as { error?: { message?: string } };
  return { status, body: { ...refused, httpStatus: status, errorId, message: refused.error?.message ?? 'Refused' } };
}

async function pipe(body: ReadableStream<Uint8Array>, answer: ServerResponse, gone: AbortSignal): Promise<void> {
  answer.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  try {
    for await (const part of body) if (!answer.write(part)) await once(answer, 'drain', { signal: gone });
  } catch {
    // The client has gone, or the exchange was ended: there is nobody to tell.
  }
  answer.end();
}
