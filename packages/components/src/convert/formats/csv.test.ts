import { expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { parse } from 'csv-parse/sync';
import { csv } from './csv.ts';
import type { FormatOptions } from './format.ts';
import { splitRows } from './split-rows.ts';

/** Returns the rows, or null if the text cannot be read. */
function read(text: string, delimiter: string): Json {
  try {
    return csv.read!(text, { delimiter, header: false, typed: false, maxBytes: 1_000_000 } as FormatOptions);
  } catch {
    return null;
  }
}

function readByLibrary(text: string, delimiter: string): Json {
  try {
    return parse(text, { delimiter, record_delimiter: ['\r\n', '\n', '\r'], bom: true, skip_empty_lines: true });
  } catch {
    return null;
  }
}

/** Generates the texts of this number of parts. */
function* textsOf(parts: number, delimiter: string): Generator<string> {
  if (parts === 0) yield '';
  else
    for (const text of textsOf(parts - 1, delimiter))
      for (const part of ['a', delimiter, '\n', '\r\n', '"']) yield text + part;
}

test.each([
  { delimiter: ',', maxParts: 6 },
  // Its first character may also be a value, or the end of one.
  { delimiter: 'aa', maxParts: 5 },
])('short texts are read as the library reads them, with the delimiter $delimiter', ({ delimiter, maxParts }) => {
  const texts = Array.from({ length: maxParts + 1 }, (_, parts) => [...textsOf(parts, delimiter)]).flat();
  for (const text of [...texts, ...texts.map((each) => `\uFEFF${each}`)])
    expect([text, read(text, delimiter)]).toEqual([text, readByLibrary(text, delimiter)]);
});

test('a regular CSV with quotes is read without the library', () => {
  const rows = [
    ['a', 'b\r\n,'],
    ['c"d', ''],
  ];
  expect(splitRows('a,"b\r\n,"\r\n"c""d",""\n', ',', 100)).toEqual(rows);
});

test('an empty delimiter is refused', () => {
  expect(() => csv.read!('"a"\n', { delimiter: '' } as FormatOptions)).toThrow('The CSV cannot be read');
});

test('an error names the line, and empty lines count', () => {
  const message = 'line 4 has a different number of columns than the first line';
  expect(() => csv.read!('a,b\n\n1,2\n3\n', { delimiter: ',' } as FormatOptions)).toThrow(message);
});

test('a row of more than a MiB is refused', () => {
  const text = `a\n${'x'.repeat(1_050_000)}\n`;
  expect(() => csv.read!(text, { delimiter: ',' } as FormatOptions)).toThrow('line 2 has more than 1048576 characters');
});
