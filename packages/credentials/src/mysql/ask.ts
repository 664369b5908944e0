import type { Connection, RowDataPacket } from 'mysql2';

/**
 * Runs a statement of this repository that returns rows. They are lists, because objects with the names of very many
 * columns take much more memory than the bytes of the server.
 */
export async function ask(connection: Connection, sql: string): Promise<unknown[][]> {
  const [rows] = await connection.promise().query<RowDataPacket[][]>({ sql, rowsAsArray: true });
  return rows;
}
