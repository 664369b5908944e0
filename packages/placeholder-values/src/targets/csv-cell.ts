import { asText, type Json } from '@workflow/workflow-model';

/** Returns a value as a cell of CSV (RFC 4180 §2): null is empty, lists and objects are JSON. */
function csvCell(value: Json | undefined, delimiter: string): string {
  const text = value === undefined || value === null ? '' : asText(value);
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the cells of a row as a line. A single empty cell is quoted, because an empty line is not a row. */
export function csvLine(values: readonly (Json | undefined)[], delimiter: string): string {
  return values.map((value) => csvCell(value, delimiter)).join(delimiter) || '""';
}
