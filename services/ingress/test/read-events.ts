import type { AnyBody } from './start-test-ingress.ts';

export interface ReceivedEvent {
  event: string;
  id: string;
  data: AnyBody;
}

/** Reads server-sent events until the stream ends. */
export async function* readEvents(
  url: string,
  apiKey: string,
  headers: Record<string, string> = {},
): AsyncGenerator<ReceivedEvent> {
  const response = await fetch(url, { headers: { 'x-api-key': apiKey, ...headers } });
  const type = response.headers.get('content-type');
  if (type?.includes('text/event-stream') !== true) throw new Error(`${response.status} ${type}`);
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    const text = decoder.decode(chunk, { stream: true });
    chunks.push(text);
    if (!text.includes('\n')) continue;
    const parts = chunks.splice(0).join('').split('\n\n');
    chunks.push(parts.pop() ?? '');
    yield* parts.flatMap(parseEvent);
  }
}

function parseEvent(text: string): ReceivedEvent[] {
  const fields = Object.fromEntries(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  if (fields['event'] === undefined) return [];
  return [{ event: fields['event'], id: fields['id'] ?? '', data: JSON.parse(fields['data'] ?? 'null') }];
}
