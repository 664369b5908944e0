import { plainArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';

/** Bytes of a row in addition to its content, as they count for an organization's quota. */
const FILE_BYTES = 200;
/** A file that received no bytes for this time is considered abandoned. */
const ABANDONED_AFTER = `interval '1 hour'`;

/** The organization would store more than `maxStoredBytes`. */
export class NoRoomForFile extends Error {
  override name = 'NoRoomForFile';
  readonly limit: number;
  readonly stored: number;

  constructor({ limit, stored }: { limit: number; stored: number }) {
    super(`the organization stores ${stored} bytes of the ${limit} that it may (maxStoredBytes)`);
    this.limit = limit;
    this.stored = stored;
  }
}

/** The organization has as many files as it may have. */
export class TooManyFiles extends Error {
  override name = 'TooManyFiles';
  readonly limit: number;

  constructor(limit: number) {
    super(`the organization already has ${limit} files, the most it may have (MAX_FILES_PER_ORGANIZATION)`);
    this.limit = limit;
  }
}

/** Returns SQL: the organization has more files than `most`. Reads no more index entries than that. */
const hasMoreThan = (most: string): string =>
  `EXISTS (SELECT FROM files f WHERE f.organization_id = $organizationId OFFSET ${most} LIMIT 1)`;

const IS_FULL = statement<{ organizationId: string; most: number }>()(
  'has_too_many_files',
  `SELECT ${hasMoreThan('$most::bigint')} AS "isFull"`,
  { isFull: 'bool' },
);

/**
 * SQL of the bytes that the organization stores and may store, including files since the last count. A missing row
 * means no limit.
 */
const USAGE = `SELECT q.max_stored_bytes::float8 AS "limit", coalesce(b.bytes, 0)::float8 + coalesce((
        SELECT sum(f.size + ${FILE_BYTES}) FROM files f WHERE f.organization_id = $organizationId
          AND f.created_at > coalesce(b.counted_at, '-infinity')), 0)::float8 AS stored
      FROM organization_quotas q LEFT JOIN stored_bytes b ON b.organization_id = q.organization_id
      WHERE q.organization_id = $organizationId AND q.max_stored_bytes IS NOT NULL`;

const READ_USAGE = statement<{ organizationId: string }>()('read_usage_with_files', USAGE, {
  limit: 'float8',
  stored: 'float8',
});

/** Returns SQL: this many more bytes fit. */
const fits = (bytes: string): string => `NOT EXISTS (SELECT FROM (${USAGE}) u WHERE u.stored + ${bytes} > u."limit")`;

const BEGIN = statement<{
  organizationId: string;
  fileId: string;
  name: string;
  contentType: string;
  objectKey: string | null;
  announcedBytes: number;
  most: number;
}>()(
  'begin_file',
  `INSERT INTO files (id, organization_id, name, content_type, object_key, expires_at)
    SELECT $fileId, $organizationId, $name, $contentType, $objectKey, now() + ${ABANDONED_AFTER}
    WHERE ${fits(`$announcedBytes::float8 + ${FILE_BYTES}`)} AND NOT ${hasMoreThan('$most::bigint')} RETURNING 1
      AS one`,
  { one: 'int4' },
);

interface NewFile {
  organizationId: string;
  name: string;
  contentType: string;
  /** Returns the key of the object for the bytes by the file's id; null if PostgreSQL stores the bytes. */
  objectKeyOf: ((fileId: string) => string) | null;
  /** The length that the sender announces, which may be wrong; 0 if it announces none. */
  announcedBytes: number;
  /** Files that the organization may have. Simultaneous requests may exceed it a little. */
  maxFiles: number;
}

/** A file that is being written. */
export interface FileDraft {
  organizationId: string;
  fileId: string;
  objectKey: string | null;
}

/** Creates the row of a file before any of its bytes is stored. @throws NoRoomForFile, TooManyFiles */
export async function beginFile(sql: Sql, file: NewFile): Promise<FileDraft> {
  const { organizationId, name, contentType, objectKeyOf, announcedBytes, maxFiles } = file;
  // The limit includes the file that is created.
  const most = maxFiles - 1;
  const fileId = timeOrderedId();
  const objectKey = objectKeyOf?.(fileId) ?? null;
  const begun = await sql.query(
    ...BEGIN.with({ organizationId, fileId, name, contentType, objectKey, announcedBytes, most }),
  );
  if (begun.length === 0) {
    const [full] = await sql.query(...IS_FULL.with({ organizationId, most }));
    throw full?.isFull === true ? new TooManyFiles(maxFiles) : await noRoom(sql, organizationId);
  }
  return { organizationId, fileId, objectKey };
}

/** Counts the bytes of a file. No other code lets a file grow, so every stored byte is counted. */
const grow = (
  bytes: string,
): string => `UPDATE files SET size = size + ${bytes}, expires_at = now() + ${ABANDONED_AFTER}
      WHERE id = $fileId AND organization_id = $organizationId AND state = 'WRITING' AND ${fits(bytes)} RETURNING id`;

const APPEND = statement<{ organizationId: string; fileId: string; number: number; bytes: Uint8Array }>()(
  'append_file_chunk',
  `WITH grown AS (${grow('octet_length($bytes::bytea)')})
    INSERT INTO file_chunks (file_id, number, bytes) SELECT id, $number, $bytes::bytea FROM grown RETURNING 1 AS one`,
  { one: 'int4' },
);

/**
 * @param number the number of the chunk, from 0
 * @throws NoRoomForFile
 */
export async function appendChunk(sql: Sql, draft: FileDraft, number: number, bytes: Buffer): Promise<void> {
  const { organizationId, fileId } = draft;
  const appended = await sql.query(...APPEND.with({ organizationId, fileId, number, bytes }));
  if (appended.length === 0) throw await noRoom(sql, organizationId);
}

const GROW = statement<{ organizationId: string; fileId: string; bytes: number }>()(
  'grow_file',
  grow('$bytes::bigint'),
  { id: 'uuid' },
);

/** Counts bytes that will be stored externally. @throws NoRoomForFile */
export async function growFile(sql: Sql, { organizationId, fileId }: FileDraft, bytes: number): Promise<void> {
  const grown = await sql.query(...GROW.with({ organizationId, fileId, bytes }));
  if (grown.length === 0) throw await noRoom(sql, organizationId);
}

async function noRoom(sql: Sql, organizationId: string): Promise<Error> {
  const [usage] = await sql.query(...READ_USAGE.with({ organizationId }));
  return usage === undefined ? new Error('the file was abandoned while it was written') : new NoRoomForFile(usage);
}

const NOTE_UPLOAD: Statement = {
  name: 'note_file_upload',
  text: 'UPDATE files SET upload_id = $3 WHERE id = $2 AND organization_id = $1',
};

/** Records the multipart upload of an object, so that the sweep can end it. */
export async function noteUpload(sql: Sql, { organizationId, fileId }: FileDraft, uploadId: string): Promise<void> {
  await sql.query(NOTE_UPLOAD, [organizationId, fileId, uploadId]);
}

const FINISH = statement<{ organizationId: string; fileId: string; sha256: Uint8Array; unusedMs: number }>()(
  'finish_file',
  `UPDATE files SET state = 'STORED', sha256 = $sha256, upload_id = NULL,
      expires_at = now() + $unusedMs::float8 * interval '1 millisecond'
    WHERE id = $fileId AND organization_id = $organizationId AND state = 'WRITING' RETURNING 1 AS one`,
  { one: 'int4' },
);

interface FinishedFile {
  sha256: Buffer;
  /** Milliseconds that the file is retained without a reference. */
  unusedMs: number;
}

/** Completes a file whose bytes are all stored. From then on it can be referenced and read. */
export async function finishFile(sql: Sql, draft: FileDraft, finished: FinishedFile): Promise<void> {
  const { organizationId, fileId } = draft;
  const { sha256, unusedMs } = finished;
  const rows = await sql.query(...FINISH.with({ organizationId, fileId, sha256, unusedMs }));
  if (rows.length === 0) throw new Error('the file was abandoned while it was written');
}

const ABANDON: Statement = {
  name: 'abandon_file',
  text: `UPDATE files SET state = 'DELETING', expires_at = now()
    WHERE id = $2 AND organization_id = $1 AND state = 'WRITING'`,
};

/** Abandons a file whose bytes did not arrive or were refused. The next sweep deletes its stored bytes. */
export async function abandonFile(sql: Sql, { organizationId, fileId }: FileDraft): Promise<void> {
  await sql.query(ABANDON, [organizationId, fileId]);
}

const DISCARD: Statement = {
  name: 'discard_files',
  text: `UPDATE files SET expires_at = now()
    WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND state = 'STORED' AND expires_at > now()`,
};

/** Lets the next sweep delete files, unless something references them by then. */
export async function discardFiles(sql: Sql, organizationId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0) await sql.query(DISCARD, [organizationId, plainArray(fileIds)]);
}
