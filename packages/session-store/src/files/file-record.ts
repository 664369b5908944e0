/** A stored file as values reference it. */
export interface FileRecord {
  fileId: string;
  name: string;
  contentType: string;
  size: number;
  /** The hash in hex. */
  sha256: string;
}

/** A file and where its bytes are: the key of an object in the external store, or null for chunks in PostgreSQL. */
export interface StoredFile extends FileRecord {
  objectKey: string | null;
}

/** SQL of the columns of a `FileRecord`. */
export const RECORD = `f.id AS "fileId", f.name, f.content_type AS "contentType", f.size::float8 AS size,
      encode(f.sha256, 'hex') AS sha256`;

/** The types of the columns of `RECORD`. */
export const RECORD_TYPES = {
  fileId: 'uuid',
  name: 'text',
  contentType: 'text',
  size: 'float8',
  sha256: 'text',
} as const;
