import { findPreview } from '@workflow/components/previews';
import type { Json } from '@workflow/workflow-model';
import type { Table, TableRow } from '../../api/queries/tables.ts';
import { shownValue, valueOfText } from './column-values.ts';

/** The most characters of an imported file. A workflow with Convert and For each can import larger files. */
const MAX_CHARACTERS = 262_144;
const MAX_ROWS = 1_000;

/** Returns the rows as CSV (RFC 4180). The first line has the names of the columns. */
export function asCsv({ columns }: Table, rows: readonly TableRow[]): string {
  const names = ['key', ...columns.map(({ key }) => String(key))];
  const lines = [names, ...rows.map((row) => names.map((name) => shownValue(row[name])))];
  return lines.map((cells) => `${cells.map(asCell).join(',')}\r\n`).join('');
}

function asCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns the rows of a CSV file with a header line, or of a JSON list of objects.
 * @throws Error with a message for the user
 */
export async function readRowsFile(table: Table, file: File): Promise<TableRow[]> {
  const text = await file.text();
  if (text.length > MAX_CHARACTERS)
    throw new Error(
      'The file has more than 262,144 characters. Import it with a workflow that uses Convert and For each.',
    );
  const items = file.name.toLowerCase().endsWith('.json') ? readJson(text) : await readCsv(table, text);
  if (!Array.isArray(items) || items.length === 0) throw new Error('The file has no rows.');
  if (items.length > MAX_ROWS) throw new Error(`The file has ${items.length} rows. At most 1,000 can be imported.`);
  const names = new Set(['key', ...table.columns.map(({ key }) => String(key))]);
  return items.map((item, index) => checkedRow(item, index + 1, names));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The file is not JSON.');
  }
}

/** Reads CSV in the same way as the component Convert. */
async function readCsv({ columns }: Table, text: string): Promise<unknown> {
  const types = new Map(columns.map(({ key, type }) => [String(key), String(type)]));
  const convert = await findPreview('convert');
  const items = (await convert?.({ format: 'csv', from: '{{ text }}' }, { text })) as
    | Record<string, string>[]
    | undefined;
  return items?.map((item) =>
    Object.fromEntries(
      Object.entries(item).map(([name, cell]) => [
        name,
        name === 'key' ? cell : valueOfText(types.get(name) ?? 'TEXT', cell),
      ]),
    ),
  );
}

function checkedRow(item: unknown, number: number, names: ReadonlySet<string>): TableRow {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw new Error(`Row ${number} is not an object with a key and columns.`);
  const unknown = Object.keys(item).find((name) => !names.has(name));
  if (unknown !== undefined) throw new Error(`Row ${number}: the table has no column ${unknown}.`);
  const { key } = item as { key?: Json };
  if (typeof key !== 'string' || key === '') throw new Error(`Row ${number} has no key.`);
  return item as TableRow;
}
