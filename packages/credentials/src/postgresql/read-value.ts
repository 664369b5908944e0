import type { Json } from '@workflow/component-kit/run';
import { unparsedJson } from '../sql/json-values.ts';
import type { ResultRoom } from '../sql/result-room.ts';

type Read = (text: string) => Json;

const asNumber: Read = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);
/** Reads an integer as a number if a double holds it exactly, otherwise as its digits. */
const asInteger: Read = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
const asJson: Read = unparsedJson;
const asBase64: Read = (text) => (text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex').toString('base64') : text);
/**
 * Writes `2026-11-25 08:00:00.5+01` as ISO 8601, with all its digits. `infinity` and years before Christ are unchanged.
 */
const asIso: Read = (text) =>
  text.replace(/^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?(:\d\d)?(?::\d\d)?$/, (...parts) => {
    const [, date, time, hours, minutes] = parts as (string | undefined)[];
    return `${date}T${time}${hours === undefined ? '' : `${hours}${minutes ?? ':00'}`}`;
  });
const asText: Read = (text) => text;

/**
 * The type's number in pg_type, the number of its array type, and its reader. Decimals remain texts, because no double
 * holds their digits.
 */
const TYPES: readonly [type: number, array: number, read: Read][] = [
  [16, 1000, (text) => text === 't'],
  [21, 1005, asInteger],
  [23, 1007, asInteger],
  [20, 1016, asInteger],
  [26, 1028, asInteger],
  [700, 1021, asNumber],
  [701, 1022, asNumber],
  [114, 199, asJson],
  [3802, 3807, asJson],
  [17, 1001, asBase64],
  [1114, 1115, asIso],
  [1184, 1185, asIso],
  [1700, 1231, asText],
  [25, 1009, asText],
  [1043, 1015, asText],
  [1042, 1014, asText],
  [19, 1003, asText],
  [1082, 1182, asText],
  [1083, 1183, asText],
  [1266, 1270, asText],
  [1186, 1187, asText],
  [2950, 2951, asText],
  [869, 1041, asText],
  [650, 651, asText],
];
type ReadWithin = (text: string, room: ResultRoom) => Json;

const READERS = new Map<number, ReadWithin>(
  TYPES.flatMap(([type, array, read]): [number, ReadWithin][] => [
    [type, read],
    [array, (text, room) => readArray(text, read, room)],
  ]),
);

/**
 * Returns the value of a text from PostgreSQL by the number of its type; the text itself for an unknown type.
 * @param room for the items of lists @throws StepFailure OUTPUT_TOO_LARGE
 */
export function readValue(text: string | null, type: number, room: ResultRoom): Json {
  const read: ReadWithin = READERS.get(type) ?? asText;
  return text === null ? null : read(text, room);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Reads an array (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO). */
function readArray(text: string, read: Read, room: ResultRoom): Json {
  // If the bounds do not begin with 1, they precede the array.
  let at = text.indexOf('{');
  const element = (): Json => {
    room.takeValues(1);
    if (text[at] === '{') return list();
    if (text[at] === '"') return read(quoted());
    const from = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
    const word = text.slice(from, at);
    return word === 'NULL' ? null : read(word);
  };
  const quoted = (): string => {
    const from = at + 1;
    let isEscaped = false;
    for (at = from; at < text.length; at += 1) {
      const code = text.codePointAt(at);
      if (code === QUOTE) break;
      if (code !== BACKSLASH) continue;
      isEscaped = true;
      at += 1;
    }
    const written = text.slice(from, at);
    at += 1;
    // A text that grows by a character at a time takes 32 times its size.
    return isEscaped ? written.replaceAll(/\\(.)/gsu, '$1') : written;
  };
  const list = (): Json[] => {
    const items: Json[] = [];
    at += 1;
    while (at < text.length && text[at] !== '}') {
      items.push(element());
      if (text[at] === ',') at += 1;
    }
    at += 1;
    return items;
  };
  return list();
}
