import pg from 'pg';

/** Searches a database for texts. @returns `table.column text` for each, from all tables, including bytes and JSON */
export async function findTexts(databaseUrl: string, texts: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The views of information_schema return the same after seconds of joins.
    const { rows: columns } = await client.query<{ table: string; column: string; isBytes: boolean }>(
      `SELECT quote_ident(nspname) || '.' || quote_ident(relname) AS table, quote_ident(attname) AS column,
          atttypid = 'bytea'::regtype AS "isBytes"
        FROM pg_attribute JOIN pg_class c ON c.oid = attrelid JOIN pg_namespace n ON n.oid = relnamespace
        WHERE relkind IN ('r', 'p') AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
          AND attnum > 0 AND NOT attisdropped`,
    );
    const found: string[] = [];
    for (const { table, column, isBytes } of columns) {
      const text = isBytes ? `encode(${column}, 'escape')` : `${column}::text`;
      const { rows } = await client.query<{ value: string }>(`SELECT ${text} AS value FROM ${table}`);
      for (const value of texts)
        if (rows.some((row) => row.value?.includes(value))) found.push(`${table}.${column} ${value}`);
    }
    return found;
  } finally {
    await client.end();
  }
}
