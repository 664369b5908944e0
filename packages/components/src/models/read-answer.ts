import {
  checkParsedFields,
  parseReceivedJson,
  type Checked,
  type Field,
  type Json,
  type JsonObject,
} from '@workflow/component-kit/run';
import { isJsonObject, type ListItems } from '@workflow/workflow-model';
import { COSTLY_JSON, isCostlyJson } from './costly-json.ts';

const FENCE = '```';
const LANGUAGE = 'json';

/** Reads the fields of an answer, or returns all its problems, each with the name of its field. Never throws. */
export function readAnswer(text: string, fields: readonly Field[]): Checked<JsonObject> {
  if (isCostlyJson(text)) return { ok: false, problems: [`the answer has ${COSTLY_JSON}`] };
  let value: Json;
  try {
    value = parseReceivedJson(withoutFence(text));
  } catch {
    return { ok: false, problems: ['the answer is not JSON'] };
  }
  if (!isJsonObject(value)) return { ok: false, problems: ['the answer is not a JSON object'] };
  return checkParsedFields(readObject(value, fields), [...fields]) as Checked<JsonObject>;
}

/** Returns the text within the code fence that some models put around JSON; without one, the whole text. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const isFenced = trimmed.length >= 2 * FENCE.length && trimmed.startsWith(FENCE) && trimmed.endsWith(FENCE);
  if (!isFenced) return trimmed;
  const content = trimmed.slice(FENCE.length, -FENCE.length);
  return content.startsWith(LANGUAGE) ? content.slice(LANGUAGE.length) : content;
}

/** Removes null from optional fields, and parses JSON that was written as text. */
function readObject(value: JsonObject, fields: readonly Field[]): JsonObject {
  const read: JsonObject = {};
  for (const field of fields) {
    const given = Object.hasOwn(value, field.key) ? value[field.key] : undefined;
    if (given === undefined || (given === null && field.optional === true)) continue;
    read[field.key] = readValue(given, field);
  }
  return read;
}

function readValue(value: Json, { type, fields = [], items }: Pick<Field, 'type' | 'fields' | 'items'>): Json {
  if (type === 'JSON' && typeof value === 'string') return parsed(value);
  if (type === 'OBJECT' && isJsonObject(value)) return readObject(value, fields);
  if (type === 'LIST' && Array.isArray(value)) return value.map((item) => readItem(item, items));
  return value;
}

function readItem(value: Json, items: ListItems | undefined): Json {
  if (items === undefined) return value;
  return readValue(value, typeof items === 'string' ? { type: items } : items);
}

/** Returns the text itself if it is not JSON, or costly to parse. */
function parsed(text: string): Json {
  if (isCostlyJson(text)) return text;
  try {
    return parseReceivedJson(text);
  } catch {
    return text;
  }
}
