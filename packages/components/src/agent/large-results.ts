import { StepFailure, type Json, type JsonObject, type RecordedPart } from '@workflow/component-kit/run';

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

/** Returns the text of a result for a model: whole, or its beginning and end with an id. */
export function shortened(text: string, id: string): string {
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

/** The characters of stored calls that the calls of one turn read. A call that is larger is read nevertheless. */
const MAX_READ = 16 * 1024 * 1024;

/** The earlier calls whose results a turn may read. */
export interface EarlierCalls {
  /** Returns true if the part is a call that ended. */
  hasEnded: (number: number) => boolean;
  read: (numbers: readonly number[]) => Promise<RecordedPart[]>;
}

/** Reads parts of earlier results for the calls of one turn. The latest result stays in memory until the turn ends. */
export class ResultReader {
  readonly #calls: EarlierCalls;
  #latest: { number: number; characters: Characters | null } | null = null;
  #left = MAX_READ;

  constructor(calls: EarlierCalls) {
    this.#calls = calls;
  }

  /** Reads a part of an earlier result. @throws StepFailure FIELD_INVALID */
  async read({ id, offset, length }: JsonObject): Promise<JsonObject> {
    const characters = await this.#open(typeof id === 'string' ? Number(id) : Number.NaN);
    if (characters === null) throw new StepFailure('FIELD_INVALID', 'id must be the id of an earlier result');
    if (!isCount(offset) || !isCount(length))
      throw new StepFailure('FIELD_INVALID', 'offset and length must be numbers of characters');
    return { characters: characters.length, part: characters.slice(offset, offset + Math.min(length, MAX_LENGTH)) };
  }

  async #open(number: number): Promise<Characters | null> {
    if (!this.#calls.hasEnded(number)) return null;
    if (this.#latest?.number === number) return this.#latest.characters;
    if (this.#left <= 0)
      throw new StepFailure('FIELD_INVALID', 'The calls of this turn read too much. Read the rest in the next turn');
    this.#latest = null;
    const read = await this.#calls.read([number]);
    const ended = read.find(({ part, status }) => part.kind === 'tool' && status !== 'RUNNING');
    const hasResult = ended !== undefined && (ended.status === 'SUCCEEDED' || ended.output !== null);
    const text = hasResult ? textOfResult(ended.output) : '';
    this.#left -= text.length + textOfResult(ended?.input ?? null).length;
    this.#latest = { number, characters: hasResult ? charactersOf(text) : null };
    return this.#latest.characters;
  }
}

/** Matches a character that takes two units of a text. */
const LONG_CHARACTER = /[\uD800-\uDBFF]/;

/** The number of characters of a text, and its parts. A character is never split. */
interface Characters {
  length: number;
  slice(from: number, to?: number): string;
}

/** The characters between two of which the place in the text is known. */
const STRIDE = 32_768;

function charactersOf(text: string): Characters {
  if (!LONG_CHARACTER.test(text)) return { length: text.length, slice: (from, to) => text.slice(from, to) };
  const places: number[] = [];
  let length = 0;
  for (let unit = 0; unit < text.length; unit += widthAt(text, unit)) {
    if (length % STRIDE === 0) places.push(unit);
    length += 1;
  }
  const unitOf = (character: number): number => {
    if (character >= length) return text.length;
    let unit = places[Math.floor(character / STRIDE)] as number;
    for (let left = character % STRIDE; left > 0; left -= 1) unit += widthAt(text, unit);
    return unit;
  };
  return { length, slice: (from, to = length) => text.slice(unitOf(from), unitOf(to)) };
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
