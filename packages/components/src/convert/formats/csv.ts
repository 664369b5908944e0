import { CsvError, parse } from 'csv-parse/sync';
import { csvLine } from '@workflow/component-kit';
import { isJsonObject, setOwn, StepFailure, type Json, type JsonObject } from '@workflow/workflow-model';
import type { Format, FormatOptions } from './format.ts';
import { splitRows } from './split-rows.ts';
import { TextRoom } from './text-room.ts';
import { typedCell } from './typed-cell.ts';

/** The maximum number of columns. Each is a field of every item. */
const MAX_COLUMNS = 10_000;
/** The maximum length of a row. An unclosed quote makes the rest of the file one row. */
const MAX_ROW = 1_048_576;
/** The line ends. A file can have several if others have appended to it. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

export const csv: Format = { read: readCsv, write: writeCsv };

/** Reads rows as objects, or as lists if the columns have no names. Values are texts unless `typed` is set. */
function readCsv(text: string, { delimiter, header, columns, typed, dateFormat, maxBytes }: FormatOptions): Json {
  const valueOf = typed ? (cell: string): Json => typedCell(cell, dateFormat) : (cell: string): Json => cell;
  const rows = rowsOf(text, delimiterOf(delimiter));
  if ((rows[0]?.length ?? 0) > MAX_COLUMNS)
    throw new StepFailure('DATA_INVALID', `The CSV has more than ${MAX_COLUMNS} columns`);
  requireRoom(rows, columns ?? (header ? (rows[0] ?? []) : []), maxBytes);
  if (!header)
    return columns === undefined
      ? rows.map((row) => row.map(valueOf))
      : asObjects(rows, { from: 0, names: columns, valueOf });
  const names = namesOf(rows[0] ?? []);
  if (columns === undefined) return asObjects(rows, { from: 1, names, valueOf });
  const places = columns.map((column) => placeOf(column, names));
  return asObjects(rows, { from: 1, names: columns, places, valueOf });
}

/** Each row names its columns. @throws StepFailure OUTPUT_TOO_LARGE */
function requireRoom(rows: readonly string[][], names: readonly string[], maxBytes: number): void {
  const characters = names.reduce((sum, name) => sum + name.length, 0);
  new TextRoom(maxBytes).takeProduct(Math.max(0, rows.length - 1), 'rows', characters);
}

function rowsOf(text: string, delimiter: string): string[][] {
  const rows = splitRows(text, delimiter, MAX_ROW);
  if (rows !== undefined) return rows;
  try {
    return parse(text, {
      delimiter,
      // Each given line end costs the library a comparison at every character.
      record_delimiter: text.includes('\r') ? LINE_ENDS : '\n',
      bom: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(error.code, (error as { lines?: number }).lines);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'has a different number of columns than the first line',
  CSV_RECORD_INCONSISTENT_COLUMNS: 'has a different number of columns than the first line',
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_MAX_RECORD_SIZE: `has more than ${MAX_ROW} characters`,
  INVALID_OPENING_QUOTE: 'has a quote in a value that is not quoted',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
};

/** Returns an error without the row, which the library quotes. */
function unreadable(code: string, line?: number): StepFailure {
  const reason = REASONS[code] ?? 'is not well-formed';
  return new StepFailure('DATA_INVALID', `The CSV cannot be read: line ${line ?? '?'} ${reason}`);
}

/** Returns unique names. A column without a name is named by its position. */
function namesOf(row: readonly string[]): string[] {
  const names = row.map((name, index) => (name.trim() === '' ? `column ${index + 1}` : name.trim()));
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new StepFailure('DATA_INVALID', `The CSV has the column ${name} twice`);
    seen.add(name);
  }
  return names;
}

function placeOf(column: string, names: readonly string[]): number {
  const place = names.indexOf(column);
  if (place < 0) throw new StepFailure('DATA_INVALID', `The CSV has no column ${column}`);
  return place;
}

interface Columns {
  /** The first row with values. */
  from: number;
  names: readonly string[];
  /** The places of the names in each row. Default: in their order. */
  places?: readonly number[];
  valueOf: (cell: string) => Json;
}

/** Returns the rows as objects. */
function asObjects(rows: readonly string[][], { from, names, places, valueOf }: Columns): JsonObject[] {
  const items: JsonObject[] = [];
  for (let at = from; at < rows.length; at += 1) {
    const row = rows[at] as string[];
    const item: JsonObject = {};
    for (let index = 0; index < names.length; index += 1) {
      const value = row[places?.[index] ?? index];
      if (value !== undefined) setOwn(item, names[index] as string, valueOf(value));
    }
    items.push(item);
  }
  return items;
}

/** Writes objects or lists. A single object counts as a list of one. */
function writeCsv(value: Json, { delimiter, header, columns, maxBytes }: FormatOptions): Json {
  const items = Array.isArray(value) ? value : [value];
  const isOfLists = items.every((item) => Array.isArray(item));
  if (!isOfLists && !items.every(isJsonObject))
    throw new StepFailure('DATA_INVALID', 'CSV can only be written from a list of objects or a list of lists');
  const names = columns ?? (isOfLists ? null : keysOf(items as JsonObject[]));
  const separator = delimiterOf(delimiter);
  // A delimiter or a line end follows each cell.
  if (names !== null) new TextRoom(maxBytes).takeProduct(items.length, 'rows', names.length);
  const lines = isOfLists
    ? (items as Json[][]).map((row) => csvLine(row, separator))
    : (items as JsonObject[]).map((item) =>
        csvLine(
          (names ?? []).map((name) => (Object.hasOwn(item, name) ? item[name] : undefined)),
          separator,
        ),
      );
  const withHeader = header && names !== null && names.length > 0 ? [csvLine([...names], separator), ...lines] : lines;
  return withHeader.map((line) => `${line}\n`).join('');
}

/** Returns all keys in the order in which they appear. */
function keysOf(items: readonly JsonObject[]): string[] {
  const keys = new Set<string>();
  for (const item of items) for (const key of Object.keys(item)) keys.add(key);
  if (keys.size > MAX_COLUMNS)
    throw new StepFailure('DATA_INVALID', `The items have more than ${MAX_COLUMNS} different fields`);
  return [...keys];
}

/** Returns the delimiter. Forms write a tab as `\t`. */
function delimiterOf(written: string): string {
  return written === '\\t' ? '\t' : written;
}
