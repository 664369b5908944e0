import { isUtf8 } from 'node:buffer';
import { parseReceivedJson, readJsonFields } from '@workflow/placeholder-values';
import {
  hasTooManyShapes,
  isJsonObject,
  isNestedDeeper,
  MAX_SENT_JSON_DEPTH,
  TOO_MANY_SHAPES,
  type Field,
  type Json,
  type JsonObject,
} from '@workflow/workflow-model';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { checkStorable } from '../http/check-storable.ts';
import { nestedTooDeep } from '../http/nested-too-deep.ts';

/** Returns the text of a JSON body. @throws ApiError MALFORMED_JSON, INVALID_REQUEST */
export function readAnswer(body: Buffer): string {
  if (!isUtf8(body)) throw new ApiError('MALFORMED_JSON');
  const text = body.toString();
  if (hasTooManyShapes(text)) throw invalidRequest([`the body ${TOO_MANY_SHAPES}`]);
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * Returns the declared fields of an answer, or all of them if `fields` is null.
 * @throws ApiError MALFORMED_JSON, INVALID_REQUEST that names the problems
 */
export function readFieldsOf(text: string, fields: Field[] | null): JsonObject {
  const value = parse(text);
  if (!isJsonObject(value)) throw invalidRequest(['the body must be an object']);
  if (isNestedDeeper(value, MAX_SENT_JSON_DEPTH)) throw nestedTooDeep(MAX_SENT_JSON_DEPTH);
  checkStorable(value);
  if (fields === null) return value;
  const checked = readJsonFields(text, fields);
  if (!checked.ok) throw invalidRequest(checked.problems);
  return checked.value as JsonObject;
}

function parse(text: string): Json {
  try {
    return parseReceivedJson(text);
  } catch (error) {
    if (error instanceof RangeError) throw nestedTooDeep(MAX_SENT_JSON_DEPTH);
    throw new ApiError('MALFORMED_JSON');
  }
}
