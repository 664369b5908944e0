import { checkParsedFields, readJsonFields } from '@workflow/placeholder-values';
import {
  hasTooManyShapes,
  isJsonObject,
  pointerKeys,
  pointerToken,
  StepFailure,
  TOO_MANY_SHAPES,
  valueAtKeys,
  type Field,
  type Json,
} from '@workflow/workflow-model';
import { valueOrFailure } from './conform-value.ts';

/**
 * Reads the declared fields of an object within JSON. Text is parsed as JSON, both the source and the value at the
 * path, because some senders put JSON into a field of their JSON.
 * @param path JSON pointer (RFC 6901) of the object within the source; '' for all of it
 * @throws StepFailure JSON_INVALID, OUTPUT_TOO_LARGE, or FIELD_INVALID, which names the missing or wrong fields
 */
export function readJsonSource(source: Json, path: string, fields: Field[]): Json {
  const keys = pointerKeys(path);
  if (typeof source === 'string') return readText({ text: source, name: 'source', path, keys }, fields);
  return readPlace(source, path, keys, fields) ?? valueOrFailure(checkParsedFields(valueAtKeys(source, keys), fields));
}

interface JsonText {
  text: string;
  /** The name in messages. */
  name: string;
  path: string;
  keys: readonly string[];
}

function readText({ text, name, path, keys }: JsonText, fields: Field[]): Json {
  if (hasTooManyShapes(text)) throw new StepFailure('OUTPUT_TOO_LARGE', `${name} ${TOO_MANY_SHAPES}`);
  const parsed = parse(text, name);
  return readPlace(parsed, path, keys, fields) ?? valueOrFailure(readJsonFields(text, fields, keys, parsed));
}

/** Reads the fields if the text at the path is JSON. Returns undefined if it may be an object. */
function readPlace(whole: unknown, path: string, keys: readonly string[], fields: Field[]): Json | undefined {
  if (keys.length === 0) return undefined;
  const place = valueAtKeys(whole, keys);
  if (place === undefined)
    throw new StepFailure('FIELD_INVALID', `source has nothing at ${path}${missingPart(whole, keys)}`);
  if (typeof place === 'string')
    return readText({ text: place, name: `the text at ${path}`, path: '', keys: [] }, fields);
  if (!isJsonObject(place)) throw new StepFailure('FIELD_INVALID', `The value at ${path} must be an object`);
  return undefined;
}

/** Returns the first missing segment of a path, unless it is the last segment. */
function missingPart(whole: unknown, keys: readonly string[]): string {
  const count = keys.findIndex((_, index) => valueAtKeys(whole, keys.slice(0, index + 1)) === undefined) + 1;
  const first = keys.slice(0, count).map((key) => `/${pointerToken(key)}`);
  return count < keys.length ? `: ${first.join('')} is missing` : '';
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StepFailure('JSON_INVALID', `${name} is not JSON: ${withoutExcerpt((error as Error).message)}`);
  }
}

/** Removes the excerpt that V8 adds to the message, because it may contain a part of a secret. */
function withoutExcerpt(message: string): string {
  const start = message.endsWith('is not valid JSON') ? message.search(/,? (?:\.\.\.)?"/) : -1;
  return start === -1 ? message : message.slice(0, start);
}
