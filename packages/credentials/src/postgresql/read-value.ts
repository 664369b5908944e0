import type { Json } from '@workflow/component-kit/run';
import { unparsedJson } from '../sql/json-values.ts';

type Read = (text: string) => Json;

const asNumber: Read = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);
/** An integer that a double has exactly is a number, others keep their digits. */
const asInteger: Read = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
const asJson: Read = unparsedJson;
const asBase64: Read = (text) => (text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex').toString('base64') : text);
/** `2026-11-25 08:00:00.5+01` as ISO 8601, with all its digits; `infinity` and years before Christ stay as they are. */
const asIso: Read = (text) =>
  text.replace(/^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?(:\d\d)?(?::\d\d)?$/, (...parts) => {
    const [, date, time, hours, minutes] = parts as (string | undefined)[];
    return `${date}T${time}${hours === undefined ? '' : `${hours}${minutes ?? ':00'}`}`;
  });
const asText: Read = (text) => text;

/** By the type's number in pg_type, with that of its arrays. Decimals stay texts, whose digits no double has. */
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
const READERS = new Map<number, Read>(
  TYPES.flatMap(([type, array, read]): [number, Read][] => [
    [type, read],
    [array, (text) => readArray(text, read)],
  ]),
);

/** The value that PostgreSQL writes as this text, by the number of its type; of an unknown one the text itself. */
export function readValue(text: string | null, type: number): Json {
  return text === null ? null : (READERS.get(type) ?? asText)(text);
}

/** An array as https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO writes it. */
function readArray(text: string, read: Read): Json {
  // Bounds that do not begin with 1 are written before the array.
  let at = text.indexOf('{');
  const element = (): Json => {
    if (text[at] === '{') return list();
    if (text[at] === '"') return read(quoted());
    const from = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
    const word = text.slice(from, at);
    return word === 'NULL' ? null : read(word);
  };
  const quoted = (): string => {
    let value = '';
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1;
      value += text[at];
    }
    at += 1;
    return value;
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
