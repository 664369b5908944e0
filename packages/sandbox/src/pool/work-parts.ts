import type { Json, JsonObject } from '@workflow/workflow-model';

/** Parts are whole JSON that this repository writes, of any depth: they pass the guard of `JSON.parse`. */
const { parse } = JSON;

/**
 * A value that travels to or from a process in parts, each so small that writing and reading it takes a moment: a list
 * as several, a text as it is, anything else as one JSON text.
 */
export type WorkPart =
  | { readonly of: string; readonly list: string }
  | { readonly of: string; readonly text: string }
  | { readonly of: string; readonly json: string };

/** Characters of one part of a list or text. */
const PART_CHARACTERS = 262_144;

/** Items of a list that are written out together, while they are small. */
const MAX_GROUP = 64;
const GROUP_CHARACTERS = 16_384;

/** Values by name, in parts. Each part is made when it is asked for. */
export function* partsOf(values: Readonly<JsonObject>): Generator<WorkPart, void> {
  for (const of of Object.keys(values)) {
    const value = values[of] as Json;
    if (typeof value === 'string') yield* partsOfText(of, value);
    else if (Array.isArray(value)) yield* partsOfList(of, value);
    else yield { of, json: JSON.stringify(value) };
  }
}

function* partsOfText(of: string, text: string): Generator<WorkPart, void> {
  let at = 0;
  do {
    yield { of, text: text.slice(at, at + PART_CHARACTERS) };
    at += PART_CHARACTERS;
  } while (at < text.length);
}

function* partsOfList(of: string, items: readonly Json[]): Generator<WorkPart, void> {
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

/** Characters of a part, which are about its bytes on the way. */
export function sizeOfPart(part: WorkPart): number {
  return ('list' in part ? part.list : 'text' in part ? part.text : part.json).length;
}

/** Puts parts together again, in the order in which they were made. */
export class PartReader {
  readonly #values = Object.create(null) as JsonObject;
  readonly #texts = new Map<string, string[]>();

  /** @throws SyntaxError for what is no JSON */
  add(part: WorkPart): void {
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
