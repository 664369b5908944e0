import { asText, StepFailure, type HttpParameter, type Json, type JsonObject } from '@workflow/component-kit/run';

/** The characters that are not encoded if a parameter allows reserved ones (RFC 6570 §3.2.3). */
const RESERVED = /%(?:3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/gi;

/** Maximum number of characters of arguments in the URL and cookies of a request, before they are encoded. */
const MAX_ADDRESS_CHARACTERS = 65_536;

/**
 * Counts the characters of a URL or a form before they are written, because a parameter's name is repeated for each
 * item, and a path may repeat a parameter.
 */
export class AddressRoom {
  readonly #what: string;
  readonly #most: number;
  #left: number;

  constructor(what = 'a URL', most = MAX_ADDRESS_CHARACTERS) {
    this.#what = what;
    this.#most = most;
    this.#left = most;
  }

  /** @throws StepFailure CONFIG_INVALID */
  take(characters: number): void {
    this.#left -= characters;
    if (this.#left >= 0) return;
    const message = `The arguments make ${this.#what} of more than ${this.#most} characters`;
    throw new StepFailure('CONFIG_INVALID', message);
  }
}

/** Encodes a text for its place in a request. */
type Encode = (text: string) => string;

/** Percent-encodes everything but unreserved characters (RFC 3986 §2.3). */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );
}

const encodeOf = ({ allowReserved }: HttpParameter): Encode =>
  allowReserved ? (text) => encode(text).replaceAll(RESERVED, (code) => decodeURIComponent(code)) : encode;

/**
 * Returns a parameter of a path (https://spec.openapis.org/oas/v3.1.1.html#style-values): the styles `simple`, `label`
 * and `matrix`.
 */
export function pathParameter(parameter: HttpParameter, value: Json, room = new AddressRoom()): string {
  const { name, style, explode } = parameter;
  const items = itemsOf(parameter, value);
  room.take(charactersOf(parameter, items));
  const write = encodeOf(parameter);
  const prefix = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
  const separator = explode && prefix !== '' ? prefix : ',';
  if (style === 'matrix') {
    if (Array.isArray(items) && explode) return items.map((item) => `;${encode(name)}=${write(item)}`).join('');
    if (!Array.isArray(items) && explode)
      return Object.entries(items)
        .map(([key, item]) => `;${encode(key)}=${write(item)}`)
        .join('');
    return `;${encode(name)}=${joined(items, ',', write, false)}`;
  }
  return `${prefix}${joined(items, separator, write, explode)}`;
}

/** Returns the name and value pairs of a query parameter or a cookie, encoded. */
export function queryPairs(parameter: HttpParameter, value: Json, room = new AddressRoom()): string[] {
  const { name, style, explode } = parameter;
  const write = encodeOf(parameter);
  const named = (key: string, text: string) => `${encode(key)}=${text}`;
  if (style === 'deepObject' && typeof value === 'object' && value !== null && !parameter.isJson)
    return [...deepPairs(name, value, room)].map(([key, text]) => named(key, write(text)));
  const items = itemsOf(parameter, value);
  room.take(charactersOf(parameter, items));
  if (Array.isArray(items)) {
    if (explode || items.length <= 1) return items.map((item) => named(name, write(item)));
    const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
    return [named(name, items.map(write).join(separator))];
  }
  const entries = Object.entries(items);
  if (explode) return entries.map(([key, item]) => named(key, write(item)));
  return entries.length === 0 ? [] : [named(name, joined(items, ',', write, false))];
}

/**
 * Returns the names and texts of a value of the style `deepObject`. OpenAPI defines it for objects of texts only;
 * objects and lists inside are written as most servers read them: `a[b][c]=1`, `a[list][]=2`, `a[list][0][b]=3`.
 */
function* deepPairs(name: string, value: Json, room: AddressRoom): Generator<[name: string, text: string]> {
  room.take(name.length + 1);
  if (value === null) return;
  if (typeof value !== 'object') {
    const text = asText(value);
    room.take(text.length);
    yield [name, text];
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* deepPairs(`${name}[${typeof item === 'object' ? index : ''}]`, item, room);
  } else for (const [key, item] of Object.entries(value)) yield* deepPairs(`${name}[${key}]`, item as Json, room);
}

/** Returns the characters of a parameter in an address, before they are encoded. */
function charactersOf({ name, explode }: HttpParameter, items: string[] | Record<string, string>): number {
  const texts = Array.isArray(items) ? items : Object.entries(items).flat();
  const isNamed = Array.isArray(items) && explode;
  const names = (isNamed ? texts.length : 1) * (name.length + 1);
  return texts.reduce((sum, text) => sum + text.length + 1, names);
}

/** Returns a header's value: the style `simple`, without percent-encoding. */
export function headerText(parameter: HttpParameter, value: Json): string {
  return joined(itemsOf(parameter, value), ',', (text) => text, parameter.explode);
}

/** Returns the texts of a value: a list, or an object of them. A single value is a list of one. */
function itemsOf({ isJson, name }: HttpParameter, value: Json): string[] | Record<string, string> {
  if (isJson) return [JSON.stringify(value)];
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(asText);
  if (typeof value !== 'object' || value === null) return [asText(value)];
  const entries = Object.entries(value as JsonObject).filter(([, item]) => item !== null);
  for (const [key, item] of entries)
    if (typeof item === 'object')
      throw new StepFailure('CONFIG_INVALID', `The argument ${name} cannot have an object or a list in ${key}`);
  return Object.fromEntries(entries.map(([key, item]) => [key, asText(item)]));
}

function joined(items: string[] | Record<string, string>, separator: string, write: Encode, explode: boolean): string {
  if (Array.isArray(items)) return items.map(write).join(separator);
  const pairs = Object.entries(items).map(([key, item]) =>
    explode ? `${write(key)}=${write(item)}` : `${write(key)},${write(item)}`,
  );
  return pairs.join(separator);
}
