/** A request that a webhook received. */
export interface Delivery {
  method: string;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  body: string | Uint8Array<ArrayBuffer>;
}

interface Request {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string | string[]>;
  body: unknown;
  bodyEncoding?: 'base64';
  rawBody?: string;
}

/** Returns the delivery from the values of a webhook's session, or null if the values do not contain it. */
export function readDelivery(values: Record<string, unknown>): Delivery | null {
  for (const value of Object.values(values)) {
    const text = typeof value === 'string' ? value : '';
    const request = text.startsWith('{"method":') ? parsed(text) : null;
    if (request === null) continue;
    const { method, query, headers } = request;
    return { method, query: pairsOf(query), headers: pairsOf(headers), body: bodyOf(request, text) };
  }
  return null;
}

function parsed(text: string): Request | null {
  try {
    return JSON.parse(text) as Request;
  } catch {
    return null;
  }
}

function pairsOf(values: Record<string, string | string[]>): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
}

/**
 * Returns the bytes as they were sent if the webhook stores them, otherwise the closest form that its output allows.
 */
function bodyOf(request: Request, text: string): string | Uint8Array<ArrayBuffer> {
  const { body, bodyEncoding, rawBody, headers } = request;
  if (rawBody !== undefined) return bytesOf(rawBody);
  if (bodyEncoding === 'base64' && typeof body === 'string') return bytesOf(body);
  if (body === null) return '';
  if (typeof body === 'string' && !isJson(headers)) return body;
  if (String(headers['content-type']).startsWith('application/x-www-form-urlencoded'))
    return new URLSearchParams(pairsOf(body as Record<string, string | string[]>)).toString();
  return jsonAsSent(request, text) ?? JSON.stringify(body);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function isJson(headers: Request['headers']): boolean {
  return /\bjson\b/i.test(String(headers['content-type']));
}

/** Returns the JSON body exactly as it is in the output, so that a signature of it stays valid. */
function jsonAsSent({ method, path, query, headers }: Request, text: string): string | null {
  const before = `${JSON.stringify({ method, path, query, headers }).slice(0, -1)},"body":`;
  const after = text.lastIndexOf(',"receivedAt":"');
  return text.startsWith(before) && after > before.length ? text.slice(before.length, after) : null;
}
