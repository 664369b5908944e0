import { checkParsedFields, readJsonFields } from '@workflow/values';
import {
  hasTooManyShapes,
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
 * The declared fields of an object within JSON. A text is JSON, the source as well as what is found in it, as where a
 * sender puts JSON into a field of its JSON.
 *
 * @param path JSON pointer (RFC 6901) of the object within the source; '' for all of it
 * @throws StepFailure JSON_INVALID, OUTPUT_TOO_LARGE, or FIELD_INVALID, which names what is missing or wrong
 */
export function readJsonSource(source: Json, path: string, fields: Field[]): Json {
  const keys = pointerKeys(path);
  if (typeof source === 'string') return readText({ text: source, name: 'source', path, keys }, fields);
  return readPlace(source, path, keys, fields) ?? valueOrFailure(checkParsedFields(valueAtKeys(source, keys), fields));
}

interface JsonText {
  text: string;
  /** What messages call it. */
  name: string;
  path: string;
  keys: readonly string[];
}

function readText({ text, name, path, keys }: JsonText, fields: Field[]): Json {
  if (hasTooManyShapes(text)) throw new StepFailure('OUTPUT_TOO_LARGE', `${name} ${TOO_MANY_SHAPES}`);
  const parsed = parse(text, name);
  return readPlace(parsed, path, keys, fields) ?? valueOrFailure(readJsonFields(text, fields, keys, parsed));
}

/** The fields where the text at the path is JSON itself; undefined where an object may be there. */
function readPlace(whole: unknown, path: string, keys: readonly string[], fields: Field[]): Json | undefined {
  if (keys.length === 0) return undefined;
  const place = valueAtKeys(whole, keys);
  if (place === undefined)
    throw new StepFailure('FIELD_INVALID', `source has nothing at ${path}${missingPart(whole, keys)}`);
  if (typeof place === 'string')
    return readText({ text: place, name: `the text at ${path}`, path: '', keys: [] }, fields);
  if (typeof place !== 'object' || place === null || Array.isArray(place))
    throw new StepFailure('FIELD_INVALID', `the value at ${path} must be an object`);
  return undefined;
}

/** Which part of a path is the first that is not there, unless it is the last one. */
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

/** V8 quotes a few characters of the source around the fault: a piece of a secret, where it is one. */
function withoutExcerpt(message: string): string {
  const start = message.endsWith('is not valid JSON') ? message.search(/,? (?:\.\.\.)?"/) : -1;
  return start === -1 ? message : message.slice(0, start);
}
