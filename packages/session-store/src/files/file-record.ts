/** A stored file as values name it. */
export interface FileRecord {
  fileId: string;
  name: string;
  contentType: string;
  size: number;
  /** In hex. */
  sha256: string;
}

/** Where its bytes are: the key of an object outside, or null for chunks in PostgreSQL. */
export interface StoredFile extends FileRecord {
  objectKey: string | null;
}

/** SQL: the columns of a `FileRecord`. */
export const RECORD = `f.id AS "fileId", f.name, f.content_type AS "contentType", f.size::float8 AS size,
      encode(f.sha256, 'hex') AS sha256`;
