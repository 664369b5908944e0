import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AppContext } from '../context.ts';
import type { RouteReply } from '../http/define-route.ts';
import type { Exchange } from '../http/exchange.ts';
import { EVENT_STREAM_HEADERS } from '../sessions/event-stream.ts';

/** Converts the answer of a library that uses web responses to a route's answer. A stream ends when nobody reads it. */
export async function answerResponse(
  context: AppContext,
  response: Response,
  disconnected: AbortSignal,
  exchange: Exchange,
): Promise<RouteReply> {
  const { status, body } = response;
  const type = response.headers.get('content-type') ?? '';
  if (body === null) return { status };
  if (status >= 400) return refusal(status, await response.text(), exchange);
  if (!type.startsWith('text/event-stream')) return { status, text: await response.text(), textType: type };
  return { status, stream: (answer) => void pipe(context, body, answer, disconnected, exchange.organizationId ?? '') };
}

/** Creates an error of the protocol. Its message has the three parts that every error of every route has. */
function refusal(status: number, text: string, exchange: Exchange): RouteReply {
  const errorId = randomUUID();
  exchange.errorId = errorId;
  const refused = JSON.parse(text) as { error?: { message?: string } };
  return { status, body: { ...refused, httpStatus: status, errorId, message: refused.error?.message ?? 'Refused' } };
}

async function pipe(
  { unsent }: AppContext,
  body: ReadableStream<Uint8Array>,
  answer: ServerResponse,
  disconnected: AbortSignal,
  owner: string,
): Promise<void> {
  answer.writeHead(200, EVENT_STREAM_HEADERS);
  answer.socket?.setTimeout(unsent.timeoutMs);
  try {
    for await (const chunk of body) {
      // If there is no room for an event, the stream ends. Its client asks again.
      const release = unsent.take(answer, owner, chunk.length);
      if (release === null) break;
      try {
        if (!answer.write(chunk)) await once(answer, 'drain', { signal: disconnected });
      } finally {
        release();
      }
    }
  } catch {
    // The client has disconnected, or the exchange was ended.
  }
  answer.end();
}
