import { expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { parse } from 'csv-parse/sync';
import { csv } from './csv.ts';
import type { FormatOptions } from './format.ts';

const PARTS = ['a', ',', '\n', '\r\n', '"'];
const MAX_PARTS = 6;

/** Returns the rows, or null if the text cannot be read. */
function read(text: string): Json {
  try {
    return csv.read!(text, { delimiter: ',', header: false, typed: false, maxBytes: 1_000_000 } as FormatOptions);
  } catch {
    return null;
  }
}

function readByLibrary(text: string): Json {
  try {
    return parse(text, { record_delimiter: ['\r\n', '\n', '\r'], bom: true, skip_empty_lines: true });
  } catch {
    return null;
  }
}

function* textsOf(parts: number): Generator<string> {
  if (parts === 0) yield '';
  else for (const text of textsOf(parts - 1)) for (const part of PARTS) yield text + part;
}

test('short texts are read as the library reads them', () => {
  const texts = Array.from({ length: MAX_PARTS + 1 }, (_, parts) => [...textsOf(parts)]).flat();
  for (const text of [...texts, ...texts.map((each) => `\uFEFF${each}`)])
    expect([text, read(text)]).toEqual([text, readByLibrary(text)]);
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
