import { isUtf8 } from 'node:buffer';
import { ApiError } from '../errors/api-error.ts';

/** A body as it goes into the component's output: JSON text, so that a sender's own numbers and spacing survive. */
export interface WebhookContent {
  json: string;
  encoding: 'base64' | null;
}

/**
 * JSON as it is, forms as an object, text and XML as a string, anything else in base64.
 * @throws ApiError MALFORMED_JSON when it says that it is JSON and is not
 */
export function readContent(contentType: string | undefined, body: Buffer): WebhookContent {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return { json: jsonText(body), encoding: null };
  if (type === 'application/x-www-form-urlencoded') return { json: JSON.stringify(readPairs(new URLSearchParams(body.toString()))), encoding: null };
  if (type === '' && body.length === 0) return { json: 'null', encoding: null };
  if (type.startsWith('text/') || type === 'application/xml' || type.endsWith('+xml')) {
    const text = decode(body, contentType ?? '');
    if (text !== null) return { json: JSON.stringify(text), encoding: null };
  }
  return { json: JSON.stringify(body.toString('base64')), encoding: 'base64' };
}

/** Names to values; a name that comes more than once to a list of them. */
export function readPairs(pairs: Iterable<[string, string]>): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    const known = fields[name];
    if (known === undefined) fields[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else fields[name] = [known, value];
  }
  return fields;
}

/** Checked to be JSON, and handed on as text: it is embedded in JSON again. */
function jsonText(body: Buffer): string {
  if (!isUtf8(body)) throw new ApiError('MALFORMED_JSON');
  const text = body.toString();
  try {
    JSON.parse(text);
  } catch {
    throw new ApiError('MALFORMED_JSON');
  }
  return text;
}

/** null: the charset is not known, or the bytes are not in it. */
function decode(body: Buffer, contentType: string): string | null {
  const charset = /;\s*charset="?([\w-]+)"?/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}
