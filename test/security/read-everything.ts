import { Client } from 'pg';

/** Returns every row of every table, except PostgreSQL's own, as text with the table's name. */
export async function readAllRows(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      texts.push(...rows.map(({ text }) => `${name}: ${text}`));
    }
    return texts;
  } finally {
    await client.end();
  }
}

/** Finds texts in places. @returns `name: start of the place` for each; a test expects none */
export function findLeaks(secrets: Record<string, string>, places: readonly string[]): string[] {
  const leaks: string[] = [];
  for (const place of places) {
    for (const [name, secret] of Object.entries(secrets)) {
      const at = place.indexOf(secret);
      if (at !== -1)
        leaks.push(`${name}: ${place.slice(0, 60)} … ${place.slice(Math.max(0, at - 120), at + secret.length)}`);
    }
  }
  return leaks;
}
