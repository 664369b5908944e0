import type { FieldEncoding, JsonObject } from '@workflow/component-kit/run';
import { isJsonObject } from '@workflow/workflow-model';
import { AddressRoom, queryPairs } from './serialize.ts';

/** The characters of a form before they are encoded, because a field's name is repeated for each item. */
const MAX_FORM_CHARACTERS = 1_048_576;

/**
 * Encodes a form some of whose fields have a style. Each item of another list is a field, and other objects are JSON.
 * Fields that are null are left out.
 */
export function encodeForm(body: JsonObject, encoding: Record<string, FieldEncoding>): string {
  const room = new AddressRoom('a form', MAX_FORM_CHARACTERS);
  const pairs = Object.entries(body).flatMap(([name, value]) => {
    const { style, explode } = Object.hasOwn(encoding, name) ? (encoding[name] ?? {}) : {};
    const isJson = style === undefined && isJsonObject(value);
    const how = { style: style ?? 'form', explode: explode ?? style === undefined, isJson };
    return value === null ? [] : queryPairs({ name, in: 'query', allowReserved: false, ...how }, value, room);
  });
  return pairs.join('&');
}
