import { isObject } from '../is-object.ts';
import type { HttpBody } from '../snapshot.ts';

/** Returns true for JSON (https://mimesniff.spec.whatwg.org/#json-mime-type). */
function isJsonType(type: string): boolean {
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return name === 'application/json' || name === 'text/json' || name.endsWith('+json');
}

/** The ways to send a body, the preferred one first. */
const FORMS: [HttpBody['as'], (type: string) => boolean][] = [
  ['json', (type) => isJsonType(type) || type === '*/*' || type === 'application/*'],
  ['form', (type) => type === 'application/x-www-form-urlencoded'],
  ['multipart', (type) => type === 'multipart/form-data'],
  ['text', (type) => type.startsWith('text/') || type.endsWith('xml')],
  ['file', () => true],
];

/** A media type of a `content` object, with its schema. */
export interface ChosenMediaType extends HttpBody {
  schema: unknown;
}

/** Returns the media type that a client prefers, or null if there is none. */
export function chooseMediaType(content: unknown): ChosenMediaType | null {
  if (!isObject(content)) return null;
  for (const [as, matches] of FORMS)
    for (const [type, value] of Object.entries(content)) {
      if (!matches(type.split(';', 1)[0]?.trim().toLowerCase() ?? '')) continue;
      const isRange = type.includes('*');
      const contentType = isRange ? (as === 'json' ? 'application/json' : 'application/octet-stream') : type;
      return { as, contentType, schema: isObject(value) ? value['schema'] : undefined };
    }
  return null;
}

/** Returns true for a schema of bytes, in the forms of OpenAPI 3.0 and 3.1. */
export function isBytes(schema: unknown): boolean {
  if (!isObject(schema) || (schema['type'] ?? 'string') !== 'string') return false;
  const { format, contentMediaType, contentEncoding } = schema;
  return format === 'binary' || (contentMediaType === 'application/octet-stream' && contentEncoding === undefined);
}
