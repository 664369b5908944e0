import type { Client } from 'pg';

export async function readSessionIds(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>('SELECT id FROM sessions');
  return rows.map(({ id }) => id);
}
