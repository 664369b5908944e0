import { isJsonObject, type Json, type JsonObject } from '@workflow/workflow-model';
import { jsonInText } from '../../ui/json-in-text.ts';

const MAX_LENGTH = 200;

/**
 * The values that a session was started with, in one line, to distinguish it from others of its workflow; of a
 * webhook's request only the body. Empty where there are none.
 */
export function valuesInBrief(values: JsonObject): string {
  const parts = Object.entries(values).map(([key, value]) => {
    const parsed = typeof value === 'string' ? (jsonInText(value) ?? value) : value;
    return isRequest(parsed) ? asText(parsed['body'] ?? null) : `${key}: ${asText(parsed)}`;
  });
  return parts.join(', ').slice(0, MAX_LENGTH);
}

function isRequest(value: Json): value is JsonObject {
  return isJsonObject(value) && 'headers' in value && 'body' in value;
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
