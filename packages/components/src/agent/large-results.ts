import { StepFailure, type Json, type JsonObject } from '@workflow/component-kit/run';

/** The name of the tool that reads more of a large result. */
export const READ_RESULT = 'read_result';
export const READ_RESULT_DESCRIPTION =
  'Reads a part of a large result of an earlier call. Its id is in the shortened result.';
export const READ_RESULT_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    offset: { type: 'integer', minimum: 0, description: 'The number of characters before the part.' },
    length: { type: 'integer', minimum: 1, maximum: 32_768, description: 'The number of characters of the part.' },
  },
  required: ['id', 'offset', 'length'],
  additionalProperties: false,
};

/** The size, in bytes of UTF-8, above which a model gets only the beginning and the end of a result. */
const MAX_RESULT_BYTES = 32_768;
/** The characters of the beginning and of the end. */
const BEGINNING = 30_000;
const END = 10_000;
const MAX_LENGTH = 32_768;

/** Returns the text of a result for a model. */
export function textOfResult(output: Json): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

/** Returns the result for a model: whole, or its beginning and end with an id. */
export function shortened(output: Json, id: string): string {
  const text = textOfResult(output);
  if (Buffer.byteLength(text) <= MAX_RESULT_BYTES) return text;
  const characters = charactersOf(text);
  return JSON.stringify({
    id,
    characters: characters.length,
    beginning: characters.slice(0, BEGINNING),
    end: characters.slice(Math.max(BEGINNING, characters.length - END)),
    hint: `Call ${READ_RESULT} with this id for the rest.`,
  });
}

/**
 * Reads a part of an earlier result.
 * @param resultOf resolves to the result of a call by its id
 * @throws StepFailure FIELD_INVALID
 */
export async function readPart(
  args: JsonObject,
  resultOf: (id: string) => Promise<Json | undefined>,
): Promise<JsonObject> {
  const { id, offset, length } = args;
  const output = typeof id === 'string' ? await resultOf(id) : undefined;
  if (output === undefined) throw new StepFailure('FIELD_INVALID', 'id must be the id of an earlier result');
  if (!isCount(offset) || !isCount(length))
    throw new StepFailure('FIELD_INVALID', 'offset and length must be numbers of characters');
  const characters = charactersOf(textOfResult(output));
  return { characters: characters.length, part: characters.slice(offset, offset + Math.min(length, MAX_LENGTH)) };
}

/** Matches a character that takes two units of a text. */
const LONG_CHARACTER = /[\uD800-\uDBFF]/;

/** Returns the number of characters of a text, and its parts. A character is never split. */
function charactersOf(text: string): { length: number; slice(from: number, to?: number): string } {
  if (!LONG_CHARACTER.test(text)) return { length: text.length, slice: (from, to) => text.slice(from, to) };
  return {
    length: countCharacters(text),
    slice: (from, to) => text.slice(unitOf(text, from), to === undefined ? text.length : unitOf(text, to)),
  };
}

function countCharacters(text: string): number {
  let count = 0;
  for (let unit = 0; unit < text.length; unit += widthAt(text, unit)) count += 1;
  return count;
}

/** Returns how many units of a text precede a character. */
function unitOf(text: string, character: number): number {
  let unit = 0;
  for (let count = 0; count < character && unit < text.length; count += 1) unit += widthAt(text, unit);
  return unit;
}

/**
 * Returns the number of units of the character at a unit. A list of all characters would take many times the memory of
 * the text.
 */
function widthAt(text: string, unit: number): 1 | 2 {
  return (text.codePointAt(unit) as number) > 0xff_ff ? 2 : 1;
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
