import { isObject } from '../is-object.ts';
import type { FieldEncoding, HttpBody } from '../snapshot.ts';

/** Returns true for JSON (https://mimesniff.spec.whatwg.org/#json-mime-type). */
function isJsonType(type: string): boolean {
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return name === 'application/json' || name === 'text/json' || name.endsWith('+json');
}

/** The ways to send a body, the preferred way first. */
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
      if (!isObject(value)) return { as, contentType, schema: undefined };
      const encoding = as === 'form' || as === 'multipart' ? encodingOf(value['encoding'], as) : {};
      return {
        ...{ as, contentType, schema: value['schema'] },
        ...(Object.keys(encoding).length > 0 && { encoding }),
      };
    }
  return null;
}

/** Reads the encoding of fields: the styles of a form, and the content types of the parts of a multipart body. */
function encodingOf(encoding: unknown, as: 'form' | 'multipart'): Record<string, FieldEncoding> {
  const fields = Object.entries(isObject(encoding) ? encoding : {}).flatMap(
    ([name, one]): [string, FieldEncoding][] => {
      if (!isObject(one)) return [];
      const { style, explode, contentType } = one;
      if (as === 'form') {
        if (style === undefined && explode === undefined) return [];
        const written = typeof style === 'string' ? style : 'form';
        return [[name, { style: written, explode: typeof explode === 'boolean' ? explode : written === 'form' }]];
      }
      const [first] = typeof contentType === 'string' ? contentType.split(',', 1) : [];
      return first === undefined || !CONTENT_TYPE.test(first.trim()) ? [] : [[name, { contentType: first.trim() }]];
    },
  );
  return Object.fromEntries(fields);
}

/** Matches a media type without ranges, and its parameters (RFC 9110 §8.3.1). */
const CONTENT_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:;[ -~]{0,200})?$/;

/** Returns true for a schema of bytes, in the forms of OpenAPI 3.0 and 3.1. */
export function isBytes(schema: unknown): boolean {
  if (!isObject(schema) || (schema['type'] ?? 'string') !== 'string') return false;
  const { format, contentMediaType, contentEncoding } = schema;
  return format === 'binary' || (contentMediaType === 'application/octet-stream' && contentEncoding === undefined);
}
