/**
 * A part of a date pattern. The letters are those of Unicode Technical Standard 35 (§ Date Format Patterns), such as
 * `yyyy-MM-dd HH:mm`. Text in single quotes and other characters are literal.
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

/** Parses a pattern. @returns its parts, or as a text the first letters that are not a field of a date */
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
