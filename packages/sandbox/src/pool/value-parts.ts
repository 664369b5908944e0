import type { Json, JsonObject } from '@workflow/workflow-model';

/** Parts are complete JSON of any depth that this repository wrote, so they do not need the guard of `JSON.parse`. */
const { parse } = JSON;

/**
 * One part of a value that is sent to or from a process. Each part is so small that writing and reading it takes little
 * time. A list is sent as several parts, a text as it is, and any other value as one JSON text.
 */
export type ValuePart =
  | { readonly of: string; readonly list: string }
  | { readonly of: string; readonly text: string }
  | { readonly of: string; readonly json: string };

/** The number of characters in one part of a list or text. */
const PART_CHARACTERS = 262_144;

/** The number of small list items that are written together. */
const MAX_GROUP = 64;
const GROUP_CHARACTERS = 16_384;

/** Returns values by name, in parts. Each part is created when it is requested. */
export function* partsOf(values: Readonly<JsonObject>): Generator<ValuePart, void> {
  for (const of of Object.keys(values)) {
    const value = values[of] as Json;
    if (typeof value === 'string') yield* partsOfText(of, value);
    else if (Array.isArray(value)) yield* partsOfList(of, value);
    else yield { of, json: JSON.stringify(value) };
  }
}

function* partsOfText(of: string, text: string): Generator<ValuePart, void> {
  let at = 0;
  do {
    yield { of, text: text.slice(at, at + PART_CHARACTERS) };
    at += PART_CHARACTERS;
  } while (at < text.length);
}

function* partsOfList(of: string, items: readonly Json[]): Generator<ValuePart, void> {
  let texts: string[] = [];
  let characters = 0;
  let count = 1;
  for (let at = 0; at < items.length;) {
    const text = JSON.stringify(items.slice(at, at + count));
    at += count;
    // Written together, small items take half the time.
    count = text.length < GROUP_CHARACTERS ? Math.min(2 * count, MAX_GROUP) : 1;
    texts.push(text.slice(1, -1));
    characters += text.length;
    if (characters < PART_CHARACTERS) continue;
    yield { of, list: `[${texts.join(',')}]` };
    texts = [];
    characters = 0;
  }
  if (texts.length > 0 || items.length === 0) yield { of, list: `[${texts.join(',')}]` };
}

/** Returns the characters of a part, which is about its size in bytes when it is sent. */
export function sizeOfPart(part: ValuePart): number {
  return ('list' in part ? part.list : 'text' in part ? part.text : part.json).length;
}

/** Joins parts in the order in which they were created. */
export class PartReader {
  readonly #values = Object.create(null) as JsonObject;
  readonly #texts = new Map<string, string[]>();

  /** @throws SyntaxError for a part that is not JSON */
  add(part: ValuePart): void {
    if ('text' in part) {
      const texts = this.#texts.get(part.of) ?? [];
      this.#texts.set(part.of, texts);
      texts.push(part.text);
    } else if ('list' in part) this.#addItems(part.of, parse(part.list) as Json[]);
    else this.#values[part.of] = parse(part.json) as Json;
  }

  #addItems(of: string, items: Json[]): void {
    const before = this.#values[of];
    if (Array.isArray(before)) for (const item of items) before.push(item);
    else this.#values[of] = items;
  }

  values(): JsonObject {
    for (const [of, texts] of this.#texts) this.#values[of] = texts.join('');
    return this.#values;
  }
}
