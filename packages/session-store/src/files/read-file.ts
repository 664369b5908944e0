import type { Sql, Statement } from '../postgres/sql.ts';
import { RECORD, type StoredFile } from './file-record.ts';

const FIND: Statement = {
  name: 'find_file',
  text: `SELECT ${RECORD}, f.object_key AS "objectKey" FROM files f
    WHERE f.id = $2 AND f.organization_id = $1 AND f.state = 'STORED'`,
};

/** Returns null if the organization has no file with that id. */
export async function findFile(sql: Sql, organizationId: string, fileId: string): Promise<StoredFile | null> {
  const [file] = await sql.query<StoredFile>(FIND, [organizationId, fileId]);
  return file ?? null;
}

const READ_CHUNK: Statement = {
  name: 'read_file_chunk',
  text: `SELECT c.bytes FROM file_chunks c JOIN files f ON f.id = c.file_id
    WHERE c.file_id = $2 AND c.number = $3 AND f.organization_id = $1 AND f.state = 'STORED'`,
};

/** Repeats an operation that may fail temporarily. Without it the operation runs once. */
export type Attempt = <Result>(operation: () => Promise<Result>) => Promise<Result>;

const once: Attempt = (operation) => operation();

/** The file was deleted while it was read. */
export class FileGone extends Error {
  override name = 'FileGone';
}

/** Returns the bytes of a file in PostgreSQL, a chunk at a time. @throws FileGone */
export async function* readChunks(
  sql: Sql,
  organizationId: string,
  { fileId, size }: Pick<StoredFile, 'fileId' | 'size'>,
  attempt: Attempt = once,
): AsyncGenerator<Buffer> {
  for (let [read, number] = [0, 0]; read < size; number += 1) {
    const parameters = [organizationId, fileId, number];
    const [chunk] = await attempt(() => sql.query<{ bytes: Buffer }>(READ_CHUNK, parameters));
    if (chunk === undefined) throw new FileGone(`file ${fileId} was deleted while it was read`);
    read += chunk.bytes.length;
    yield chunk.bytes;
  }
}
