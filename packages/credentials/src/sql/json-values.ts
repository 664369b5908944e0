import { parseReceivedJson, type DatabaseStatement, type Json, type JsonObject } from '@workflow/component-kit/run';

/** Characters of JSON values of one result that are parsed in the executor's own process at most. */
const SMALL_CHARACTERS = 262_144;
/** JSON values of one result that are parsed there at most. Text that is not JSON takes longer than other text. */
const SMALL_COUNT = 4_096;

/** A column's JSON value before it is parsed. It takes the place of the value in its row. */
class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Marks a value of a JSON column. `parseJsonValues` parses it after the statement. */
export function unparsedJson(text: string): Json {
  return new JsonText(text) as unknown as Json;
}

/**
 * Parses the JSON values in rows in place. Many or large values are parsed by the statement's `parseJson`, because
 * parsing a hostile value can block the process.
 */
export async function parseJsonValues(
  rows: readonly JsonObject[],
  parseJson: DatabaseStatement['parseJson'],
): Promise<void> {
  const places: { texts: JsonText[]; set: ((value: Json) => void)[] } = { texts: [], set: [] };
  for (const row of rows) findIn(row as Record<string, Json>, places);
  const texts = places.texts.map(({ text }) => text);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const isSmall = (characters <= SMALL_CHARACTERS && texts.length <= SMALL_COUNT) || parseJson === undefined;
  const parsed = isSmall ? texts.map(parseOrText) : await parseJson(texts);
  for (const [index, set] of places.set.entries()) set(parsed[index] ?? null);
}

/** Finds the JSON values in a row or a list. Columns contain simple values, JSON, and lists of these. */
function findIn(holder: Record<string, Json>, places: { texts: JsonText[]; set: ((value: Json) => void)[] }): void {
  for (const name of Object.keys(holder)) {
    const value = holder[name] as unknown;
    if (value instanceof JsonText) {
      places.texts.push(value);
      places.set.push((parsed) => {
        holder[name] = parsed;
      });
    } else if (Array.isArray(value)) findIn(value as unknown as Record<string, Json>, places);
  }
}

function parseOrText(text: string): Json {
  try {
    return parseReceivedJson(text);
  } catch {
    return text;
  }
}
