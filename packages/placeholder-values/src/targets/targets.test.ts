import { describe, expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { csvLine } from './csv-cell.ts';
import { formField } from './form-field.ts';
import { headerField } from './header-field.ts';
import { writtenInJson } from './json-text.ts';
import { dateTimeForMysql, mysqlParameter } from './mysql-parameter.ts';
import { postgresParameter } from './postgres-parameter.ts';
import { queryItems } from './query-items.ts';
import { xmlAttribute, xmlText } from './xml-text.ts';

const [BOOL, TEXT, JSONB, TEXTS, DATE, TIMESTAMP, TIMESTAMPTZ, NUMERIC] = [16, 25, 3802, 1009, 1082, 1114, 1184, 1700];
const ZONED = '2026-07-06T08:30:00.5+02:00[Europe/Zurich]';
const FILE = { fileId: 'f', name: 'a.txt', contentType: 'text/plain', size: 1, sha256: '00' };
const FILE_JSON = JSON.stringify(FILE);

/** Each row is a type with a value and its form in each target. */
const VALUES: readonly [type: string, value: Json, inTargets: Record<string, unknown>][] = [
  [
    'TEXT',
    'a "b"\\&<, 1',
    {
      text: 'a "b"\\&<, 1',
      jsonb: String.raw`"a \"b\"\\&<, 1"`,
      mysql: 'a "b"\\&<, 1',
      json: String.raw`"a \"b\"\\&<, 1"`,
      inString: String.raw`a \"b\"\\&<, 1`,
      query: ['a "b"\\&<, 1'],
      form: 'a+%22b%22%5C%26%3C%2C+1',
      header: 'a "b"\\&<, 1',
      csv: '"a ""b""\\&<, 1"',
      xml: 'a "b"\\&amp;&lt;, 1',
      attribute: 'a &quot;b&quot;\\&amp;&lt;, 1',
    },
  ],
  [
    'TEXT of digits',
    '123',
    { numeric: '123', jsonb: '"123"', json: '"123"', inString: '123', csv: '123', mysql: '123' },
  ],
  [
    'NUMBER',
    12.5,
    { numeric: '12.5', jsonb: '12.5', text: '12.5', mysql: 12.5, json: '12.5', form: '12.5', csv: '12.5', xml: '12.5' },
  ],
  [
    'BOOLEAN',
    true,
    {
      bool: 'true',
      jsonb: 'true',
      text: 'true',
      mysql: 1,
      json: 'true',
      query: ['true'],
      csv: 'true',
      attribute: 'true',
    },
  ],
  ['null', null, { text: null, jsonb: null, mysql: null, json: 'null', csv: '""', xml: '', attribute: '' }],
  [
    'DATE_TIME of a date',
    '2026-07-06T00:00:00Z',
    {
      timestamptz: '2026-07-06T00:00:00Z',
      timestamp: '2026-07-06T00:00:00',
      date: '2026-07-06',
      datetime: '2026-07-06 00:00:00',
    },
  ],
  [
    'DATE_TIME in UTC',
    '2026-07-06T06:30:00.123456789Z',
    {
      timestamptz: '2026-07-06T06:30:00.123456789Z',
      timestamp: '2026-07-06T06:30:00.123456789',
      datetime: '2026-07-06 06:30:00.123456',
    },
  ],
  [
    'DATE_TIME with an offset',
    '2026-07-06T23:30:00-05:30',
    {
      timestamptz: '2026-07-06T23:30:00-05:30',
      timestamp: '2026-07-07T05:00:00',
      date: '2026-07-06',
      datetime: '2026-07-07 05:00:00',
    },
  ],
  [
    'DATE_TIME with a zone',
    ZONED,
    {
      timestamptz: '2026-07-06T08:30:00.5+02:00',
      timestamp: '2026-07-06T06:30:00.5',
      date: '2026-07-06',
      text: ZONED,
      jsonb: `"${ZONED}"`,
      mysql: ZONED,
      datetime: '2026-07-06 06:30:00.5',
      json: `"${ZONED}"`,
      query: [ZONED],
      form: encodeURIComponent(ZONED),
      header: ZONED,
      csv: ZONED,
      xml: ZONED,
    },
  ],
  [
    'LIST',
    ['a', 1, null],
    {
      texts: '{"a","1",NULL}',
      jsonb: '["a",1,null]',
      text: '["a",1,null]',
      mysql: '["a",1,null]',
      json: '["a",1,null]',
      query: ['a', '1', 'null'],
      header: 'a, 1, null',
      csv: '"[""a"",1,null]"',
    },
  ],
  [
    'empty LIST',
    [],
    { texts: '{}', jsonb: '[]', text: '[]', mysql: '[]', json: '[]', query: [], header: '', csv: '[]' },
  ],
  [
    'OBJECT',
    { a: [] },
    {
      jsonb: '{"a":[]}',
      text: '{"a":[]}',
      mysql: '{"a":[]}',
      json: '{"a":[]}',
      query: ['{"a":[]}'],
      header: '{"a":[]}',
      inString: String.raw`{\"a\":[]}`,
    },
  ],
  ['FILE', FILE, { jsonb: FILE_JSON, text: FILE_JSON, mysql: FILE_JSON, json: FILE_JSON, query: [FILE_JSON] }],
];

const TARGETS: Record<string, (value: Json) => unknown> = {
  bool: (value) => postgresParameter(value, BOOL!),
  text: (value) => postgresParameter(value, TEXT!),
  jsonb: (value) => postgresParameter(value, JSONB!),
  texts: (value) => postgresParameter(value, TEXTS!),
  date: (value) => postgresParameter(value, DATE!),
  timestamp: (value) => postgresParameter(value, TIMESTAMP!),
  timestamptz: (value) => postgresParameter(value, TIMESTAMPTZ!),
  numeric: (value) => postgresParameter(value, NUMERIC!),
  mysql: mysqlParameter,
  datetime: dateTimeForMysql,
  json: (value) => writtenInJson(value, 'value'),
  inString: (value) => writtenInJson(value, 'string'),
  query: queryItems,
  form: formField,
  header: (value) => headerField('x', value),
  csv: (value) => csvLine([value], ','),
  xml: xmlText,
  attribute: xmlAttribute,
};

describe.each(VALUES)('%s', (_type, value, inTargets) => {
  test.each(Object.entries(inTargets))('is in %s: %j', (target, expected) => {
    expect(TARGETS[target]!(value)).toEqual(expected);
  });
});

test('each target has a value in the table', () => {
  const tried = new Set(VALUES.flatMap(([, , inTargets]) => Object.keys(inTargets)));
  expect(Object.keys(TARGETS).filter((target) => !tried.has(target))).toEqual([]);
});

test.each([
  ['header', 'a\r\nb: c', 'CONFIG_INVALID'],
  ['header', '€', 'CONFIG_INVALID'],
  ['xml', 'a\u0000', 'DATA_INVALID'],
  ['attribute', '\uFFFF', 'DATA_INVALID'],
])('%s does not hold %j', (target, value, code) => {
  expect(() => TARGETS[target]!(value)).toThrow(expect.objectContaining({ code }));
});
