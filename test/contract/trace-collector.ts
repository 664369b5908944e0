import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OtlpValue {
  stringValue?: string;
  intValue?: number | string;
}
interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: OtlpAttribute[];
  links: { traceId: string; spanId: string }[];
  status: { code: number };
}
interface OtlpRequest {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

export interface CollectedSpan extends Omit<OtlpSpan, 'attributes'> {
  service: string;
  attributes: Record<string, string>;
}

/**
 * Starts a receiver of OTLP over HTTP. It stores all spans that arrive as JSON, and the content types of all requests.
 */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = [];
  const requests: { url: string; contentType: string; bytes: number }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const contentType = request.headers['content-type'] ?? '';
      requests.push({ url: request.url ?? '', contentType, bytes: body.length });
      if (contentType === 'application/json') spans.push(...spansOf(JSON.parse(body.toString()) as OtlpRequest));
      response.writeHead(200, { 'content-type': contentType }).end(contentType === 'application/json' ? '{}' : '');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    stop(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansOf({ resourceSpans }: OtlpRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = textsOf(resource.attributes)['service.name'] ?? '';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, service, attributes: textsOf(span.attributes) })),
    );
  });
}

function textsOf(attributes: OtlpAttribute[]): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? '')]),
  );
}
