import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { RouteReply } from '../http/define-route.ts';

/** The answer of a library that speaks in web responses, as a route's. A stream ends when nobody reads it. */
export async function answerResponse(response: Response, gone: AbortSignal): Promise<RouteReply> {
  const { status, body } = response;
  const type = response.headers.get('content-type') ?? '';
  if (body === null) return { status };
  if (!type.startsWith('text/event-stream')) return { status, text: await response.text(), textType: type };
  return { status, stream: (answer) => void pipe(body, answer, gone) };
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
