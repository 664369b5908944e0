import { createHash } from 'node:crypto';
import type { Attempt, FileDraft, StoredFile, StoredFiles } from '@workflow/session-store';
import type { FileValue } from '@workflow/workflow-model';
import { intoParts } from './into-parts.ts';
import { openObjectStore, type ObjectStore } from './outside/object-store.ts';
import type { S3Config } from './outside/s3-config.ts';
import { FilesUnavailable } from './outside/s3-requests.ts';
import { sweepOrphans } from './outside/sweep-orphans.ts';
import { PART_BYTES } from './outside/write-object.ts';

/** Bytes of a file in PostgreSQL that one statement writes or reads. A stream needs this much memory. */
const CHUNK_BYTES = 256 * 1024;

/** The file has more bytes than a file may have. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge';

  constructor(limit: number) {
    super(`the file is larger than ${limit} bytes (MAX_FILE_BYTES)`);
  }
}

export interface FileStoreOptions {
  /** The rows of files, and their chunks in PostgreSQL. */
  files: StoredFiles;
  maxFileBytes: number;
  /** Milliseconds that an unreferenced file is retained. */
  unusedMs: number;
  /** Files that one organization may have. */
  maxFiles: number;
  /** The store of new files. null means PostgreSQL. */
  s3: S3Config | null;
}

export interface FileToWrite {
  organizationId: string;
  name: string;
  contentType: string;
  /** The length that the sender announces. A file that is too large is refused before anything is read. */
  announcedBytes?: number;
}

export type FileStore = ReturnType<typeof openFileStore>;

/** Writes and reads the bytes of files in parts. */
export function openFileStore({ files, maxFileBytes, maxFiles, unusedMs, s3 }: FileStoreOptions) {
  const objects = s3 === null ? null : openObjectStore(s3);
  return {
    maxFileBytes,
    /** Bytes of memory that writing or reading a file takes. */
    chunkBytes: objects === null ? CHUNK_BYTES : PART_BYTES,

    /**
     * Stores the bytes that `source` yields. If anything fails, the stored parts are deleted later.
     * @throws FileTooLarge, NoRoomForFile, TooManyFiles, FilesUnavailable, or the error that `source` throws
     */
    async write(file: FileToWrite, source: AsyncIterable<Uint8Array>): Promise<FileValue> {
      const { organizationId, name, contentType, announcedBytes = 0 } = file;
      if (announcedBytes > maxFileBytes) throw new FileTooLarge(maxFileBytes);
      const objectKeyOf = objects === null ? null : (fileId: string) => objects.keyOf(organizationId, fileId);
      const draft = await files.begin({ organizationId, name, contentType, objectKeyOf, announcedBytes, maxFiles });
      try {
        const { size, hash } = await writeBytes(draft, source);
        await files.finish(draft, { sha256: hash, unusedMs });
        return { fileId: draft.fileId, name, contentType, size, sha256: hash.toString('hex') };
      } catch (error) {
        // The caller gets the first error. If this fails, the sweep finds the file.
        await files.abandon(draft).catch(() => undefined);
        throw error;
      }
    },

    /** Marks stored files for deletion by the next sweep, unless something references them by then. Never rejects. */
    async discard(organizationId: string, fileIds: readonly string[]): Promise<void> {
      // If this fails, the files are deleted when their time as unused files is over.
      await files.discard(organizationId, fileIds).catch(() => undefined);
    },

    /** Returns null if the organization has no file with that id. */
    find: (organizationId: string, fileId: string): Promise<StoredFile | null> => files.find(organizationId, fileId),

    /**
     * Returns the bytes of a file that was found.
     * @param attempt reads each part from PostgreSQL
     * @throws FileGone, FilesUnavailable
     */
    read(organizationId: string, file: StoredFile, attempt?: Attempt): AsyncIterable<Buffer> {
      const { objectKey, size } = file;
      return objectKey === null
        ? files.readChunks(organizationId, file, attempt)
        : required(objects).read(objectKey, size);
    },

    /** Deletes some of the files that nothing references any more. Returns failures. */
    sweep: () => files.sweep((object) => required(objects).delete(object)),

    /** Looks for objects without a row in one page of the external store. Returns null without an external store. */
    sweepOrphans: (after: string, nowMs: number) =>
      objects === null ? null : sweepOrphans(objects, files, after, nowMs),

    close: async (): Promise<void> => objects?.close(),
  };

  async function writeBytes(draft: FileDraft, source: AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256');
    let [size, number] = [0, 0];
    const count = (bytes: Uint8Array): void => {
      size += bytes.length;
      if (size > maxFileBytes) throw new FileTooLarge(maxFileBytes);
      hash.update(bytes);
    };
    if (draft.objectKey === null) {
      for await (const chunk of intoParts(source, CHUNK_BYTES)) {
        count(chunk);
        await files.append(draft, number, chunk);
        number += 1;
      }
    } else
      await required(objects).write(draft.objectKey, source, {
        onPart: async (bytes) => {
          count(bytes);
          await files.grow(draft, bytes.length);
        },
        onUpload: (uploadId) => files.noteUpload(draft, uploadId),
      });
    return { size, hash: hash.digest() };
  }
}

/** @throws FilesUnavailable for a file in a store that this process cannot reach */
function required(objects: ObjectStore | null): ObjectStore {
  if (objects === null) throw new FilesUnavailable('the file is in an S3 store, and FILES_S3_ENDPOINT is not set');
  return objects;
}
