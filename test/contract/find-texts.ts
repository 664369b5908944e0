import pg from 'pg';

/** Where any of the texts stands in a database: `table.column text`, of all tables, bytes and JSON as well. */
export async function findTexts(databaseUrl: string, texts: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
      `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS table, quote_ident(column_name) AS column,
          data_type AS type
        FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { table, column, type } of columns) {
      const text = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`;
      const { rows } = await client.query<{ value: string }>(`SELECT ${text} AS value FROM ${table}`);
      for (const value of texts)
        if (rows.some((row) => row.value?.includes(value))) found.push(`${table}.${column} ${value}`);
    }
    return found;
  } finally {
    await client.end();
  }
}
