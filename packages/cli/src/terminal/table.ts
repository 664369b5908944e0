/** Rows as columns of the width that their longest value needs. The last column is not filled up. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  return [head.map((name) => name.toUpperCase()), ...rows].map((row) =>
    row
      .map((value, column) => (column === row.length - 1 ? value : value.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** A value on one line, cut after so many characters. */
export function oneLine(value: unknown, length = 60): string {
  const written = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const flat = written.replaceAll(/\s+/g, ' ');
  return flat.length > length ? `${flat.slice(0, length - 1)}…` : flat;
}
