import type fc from 'fast-check';
import { patterns, type Pattern } from './pattern.ts';

/** The maximum size of a body. */
export const MEGABYTE = 1_000_000;

/** Texts of up to a megabyte that are expensive to escape, trim, split, match or count. */
export const texts: fc.Arbitrary<Pattern> = patterns(
  {
    words: [
      'x',
      ' ',
      'a ',
      '',
      '"',
      '\\',
      '\n',
      '\u0001',
      'é',
      '😀',
      '<',
      '&',
      "'",
      '{{',
      '}}',
      '9',
      '{{ t }}',
      '%25',
      'A=',
      '2026-01-31T10:20:30Z',
      '\u2028',
      '$',
      'a.b',
      '/',
      ',',
    ],
    between: ['', ' ', ',', '\n'],
    brackets: [
      [' ', ' '],
      ['[', ']'],
      ['(', ')'],
      ['<a>', '</a>'],
    ],
  },
  MEGABYTE,
);

/** JSON of up to a megabyte, nearly always well-formed: deep, wide, with long numbers, long keys and many escapes. */
export const jsonTexts: fc.Arbitrary<Pattern> = patterns(
  {
    words: [
      '1',
      '[]',
      '{}',
      '""',
      'null',
      '"x"',
      '1e400',
      '-0.1e-7',
      `${'9'.repeat(400)}`,
      `"${'k'.repeat(1_000)}"`,
      String.raw`"\u0041\ud83d\ude00"`,
      String.raw`"\\\"\n"`,
      '"😀é"',
      '{"__proto__":{"a":1}}',
      '{"a":1,"a":2}',
      String.raw`"\u0000"`,
      '"2026-01-31T10:20:30.123456789+02:00[Europe/Berlin]"',
      '0.1',
      'true',
    ],
    between: [],
    brackets: [
      ['[', ']'],
      ['{"a":', '}'],
      ['[[],', ']'],
      ['{"k":{},"l":', '}'],
      ['[1,"x",', ',null]'],
    ],
  },
  MEGABYTE,
);
