/**
 * Patterns of dates, by the letters of Unicode Technical Standard 35 (§ Date Format Patterns), as `yyyy-MM-dd HH:mm`.
 * Text in single quotes stands for itself, and so does everything that is no letter.
 */
export type Part = { text: string } | { field: FieldPattern };

const FIELDS = [
  'yyyy',
  'yy',
  'MMMM',
  'MMM',
  'MM',
  'M',
  'dd',
  'd',
  'EEEE',
  'EEE',
  'HH',
  'H',
  'hh',
  'h',
  'mm',
  'm',
  'ss',
  's',
  'SSS',
  'a',
  'XXX',
  'XX',
  'VV',
] as const;
export type FieldPattern = (typeof FIELDS)[number];

const TOKEN = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g;

/** @returns the first letters that are no field of a date, as a text, when there are any */
export function parsePattern(pattern: string): Part[] | string {
  const parts: Part[] = [];
  let end = 0;
  for (const match of pattern.matchAll(TOKEN)) {
    if (match.index !== end) return pattern.slice(end);
    const [whole, quoted, letter] = match;
    end += whole.length;
    if (quoted !== undefined) parts.push({ text: quoted === '' ? "'" : quoted.replaceAll("''", "'") });
    else if (letter === undefined) parts.push({ text: whole });
    else {
      const field = FIELDS.find((one) => one === whole);
      if (field === undefined) return whole;
      parts.push({ field });
    }
  }
  return end === pattern.length ? parts : pattern.slice(end);
}
