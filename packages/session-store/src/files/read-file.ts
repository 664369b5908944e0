import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { RECORD, RECORD_TYPES, type StoredFile } from './file-record.ts';

const FIND = statement<{ organizationId: string; fileId: string }, StoredFile>()(
  'find_file',
  `SELECT ${RECORD}, f.object_key AS "objectKey" FROM files f
    WHERE f.id = $fileId AND f.organization_id = $organizationId AND f.state = 'STORED'`,
  { ...RECORD_TYPES, objectKey: 'text?' },
);

/** Returns null if the organization has no file with that id. */
export async function findFile(sql: Sql, organizationId: string, fileId: string): Promise<StoredFile | null> {
  const [file] = await sql.query(...FIND.with({ organizationId, fileId }));
  return file ?? null;
}

const READ_CHUNK = statement<{ organizationId: string; fileId: string; number: number }>()(
  'read_file_chunk',
  `SELECT c.bytes FROM file_chunks c JOIN files f ON f.id = c.file_id
    WHERE c.file_id = $fileId AND c.number = $number AND f.organization_id = $organizationId AND f.state = 'STORED'`,
  { bytes: 'bytea' },
);

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
    const parameters = { organizationId, fileId, number };
    const [chunk] = await attempt(() => sql.query(...READ_CHUNK.with(parameters)));
    if (chunk === undefined) throw new FileGone(`file ${fileId} was deleted while it was read`);
    read += chunk.bytes.length;
    yield chunk.bytes;
  }
}
