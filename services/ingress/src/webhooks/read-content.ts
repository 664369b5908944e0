import { charsetOf, decodeText } from '@workflow/placeholder-values';
import { isNestedDeeper, MAX_SENT_JSON_DEPTH, parseJson } from '@workflow/workflow-model';
import { ApiError } from '../errors/api-error.ts';
import { nestedTooDeep } from '../http/nested-too-deep.ts';
import { readForm } from './read-form.ts';
import { readMultipart } from './read-multipart.ts';

/** A body for the component's output, as JSON text, so that a sender's numbers and spacing are preserved. */
export interface WebhookContent {
  json: string;
  /** The parsed JSON body; undefined for all other bodies. */
  value?: unknown;
  encoding: 'base64' | null;
}

/**
 * Reads the content: JSON as it is, forms as an object, text and XML as a string, anything else in base64. Skips a byte
 * order mark.
 * @throws ApiError MALFORMED_JSON if its type is JSON and its text is not, INVALID_REQUEST for invalid multipart, for
 * JSON that is nested too deep and for forms of too many fields
 */
export function readContent(contentType: string | undefined, body: Buffer, maxFields: number): WebhookContent {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const charset = charsetOf(contentType ?? '') ?? 'utf-8';
  if (type === 'application/json' || type === 'text/json' || type.endsWith('+json')) return readJson(body, charset);
  if (type === '' && body.length === 0) return { json: 'null', encoding: null };
  if (type === 'multipart/form-data')
    return { json: JSON.stringify(readMultipart(body, contentType, maxFields)), encoding: null };
  if (type === 'application/x-www-form-urlencoded') {
    const fields = readForm(body, charset, maxFields);
    if (fields !== null) return { json: JSON.stringify(fields), encoding: null };
  } else if (type.startsWith('text/') || type === 'application/xml' || type.endsWith('+xml')) {
    const text = decodeText(body, charset);
    if (text !== null) return { json: JSON.stringify(text), encoding: null };
  }
  return { json: JSON.stringify(body.toString('base64')), encoding: 'base64' };
}

/** Checks that it is JSON and returns it as text, which is embedded in JSON. */
function readJson(body: Buffer, charset: string): WebhookContent {
  // JSON is UTF-8 whatever charset is named (RFC 8259 §8.1), but some senders use the charset that they name.
  const json = (/^utf-?16/i.test(charset) ? null : decodeText(body, 'utf-8')) ?? decodeText(body, charset);
  if (json === null) throw new ApiError('MALFORMED_JSON');
  const value = parse(json);
  // Every step must be able to read an accepted body, so the limit is the same as for values of a run.
  if (isNestedDeeper(value, MAX_SENT_JSON_DEPTH)) throw nestedTooDeep(MAX_SENT_JSON_DEPTH);
  return { json, value, encoding: null };
}

function parse(json: string): unknown {
  try {
    return parseJson(json);
  } catch (error) {
    if (error instanceof RangeError) throw nestedTooDeep(MAX_SENT_JSON_DEPTH);
    throw new ApiError('MALFORMED_JSON');
  }
}
