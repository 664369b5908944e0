import type { FieldEncoding, Json, JsonObject } from '@workflow/component-kit/run';
import { queryItems } from '@workflow/component-kit/run';
import { AddressRoom, queryPairs } from './serialize.ts';

/** The characters of a form before they are encoded, because a field's name is repeated for each item. */
const MAX_FORM_CHARACTERS = 1_048_576;

/** Encodes a form some of whose fields have a style. The others are written as texts, objects as JSON. */
export function encodeForm(body: JsonObject, encoding: Record<string, FieldEncoding>): string {
  const room = new AddressRoom('a form', MAX_FORM_CHARACTERS);
  return Object.entries(body)
    .flatMap(([name, value]) => {
      const { style, explode = false } = Object.hasOwn(encoding, name) ? (encoding[name] ?? {}) : {};
      return style === undefined ? plainPairs(name, value) : styledPairs(name, value, { style, explode }, room);
    })
    .join('&');
}

function styledPairs(name: string, value: Json, how: { style: string; explode: boolean }, room: AddressRoom): string[] {
  return value === null
    ? []
    : queryPairs({ name, in: 'query', isJson: false, allowReserved: false, ...how }, value, room);
}

function plainPairs(name: string, value: Json): string[] {
  return queryItems(value).map((item) => new URLSearchParams([[name, item]]).toString());
}
