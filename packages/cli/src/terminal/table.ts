/** Returns rows with columns as wide as their longest value. The last column is not padded. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const all = [head.map((name) => name.toUpperCase()), ...rows.map((row) => row.map((value) => onOneLine(value)))];
  const widths = head.map((_name, column) => all.reduce((most, row) => Math.max(most, (row[column] ?? '').length), 0));
  return all.map((row) =>
    row
      .map((value, column) => (column === row.length - 1 ? value : value.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\n\r\t]+/g, ' ');
}

/** Returns a value on one line, cut at `length` characters. */
export function oneLine(value: unknown, length = 60): string {
  const written = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const flat = written.replaceAll(/\s+/g, ' ');
  return flat.length > length ? `${flat.slice(0, length - 1)}…` : flat;
}
