import { createHash } from 'node:crypto';
import type { Attempt, FileDraft, StoredFile, StoredFiles } from '@workflow/session-store';
import type { FileValue } from '@workflow/workflow-model';
import { intoParts } from './into-parts.ts';
import { openObjectStore, type ObjectStore } from './outside/object-store.ts';
import type { S3Config } from './outside/s3-config.ts';
import { FilesUnavailable } from './outside/s3-requests.ts';
import { sweepOrphans } from './outside/sweep-orphans.ts';
import { PART_BYTES } from './outside/write-object.ts';

/** Of a file in PostgreSQL: what one statement writes or reads, so it is also the memory of a stream. */
const CHUNK_BYTES = 256 * 1024;

/** More bytes came than a file may have. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge';

  constructor(limit: number) {
    super(`the file is larger than ${limit} bytes (MAX_FILE_BYTES)`);
  }
}

export interface FileStoreOptions {
  /** Rows of files, and chunks in PostgreSQL. */
  files: StoredFiles;
  maxFileBytes: number;
  /** How long a file stays that nothing names. */
  unusedMs: number;
  /** Files of one organization. */
  maxFiles: number;
  /** Where new files go; null: into PostgreSQL. */
  s3: S3Config | null;
}

export interface FileToWrite {
  organizationId: string;
  name: string;
  contentType: string;
  /** The length that the sender announces: a larger one is refused before anything is read. */
  announcedBytes?: number;
}

export type FileStore = ReturnType<typeof openFileStore>;

/** Writes and reads the bytes of files, a part at a time. */
export function openFileStore({ files, maxFileBytes, maxFiles, unusedMs, s3 }: FileStoreOptions) {
  const objects = s3 === null ? null : openObjectStore(s3);
  return {
    maxFileBytes,
    /** The memory that writing or reading one takes. */
    chunkBytes: objects === null ? CHUNK_BYTES : PART_BYTES,

    /**
     * Stores what `source` yields. When anything fails, what is stored of it is deleted later.
     * @throws FileTooLarge, NoRoomForFile, TooManyFiles, FilesUnavailable, or what `source` throws
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
        // Whoever writes learns of the failure; the sweep finds the file in any case.
        await files.abandon(draft).catch(() => undefined);
        throw error;
      }
    },

    /** Lets stored files go at the next sweep, unless something names them by then. Never rejects. */
    async discard(organizationId: string, fileIds: readonly string[]): Promise<void> {
      // What is not discarded goes when its time as an unused file is over.
      await files.discard(organizationId, fileIds).catch(() => undefined);
    },

    /** null: the organization has none of that id. */
    find: (organizationId: string, fileId: string): Promise<StoredFile | null> => files.find(organizationId, fileId),

    /**
     * The bytes of a file that was found.
     * @param attempt each part that PostgreSQL has is asked for by it
     * @throws FileGone, FilesUnavailable
     */
    read(organizationId: string, file: StoredFile, attempt?: Attempt): AsyncIterable<Buffer> {
      const { objectKey, size } = file;
      return objectKey === null
        ? files.readChunks(organizationId, file, attempt)
        : required(objects).read(objectKey, size);
    },

    /** Deletes what nothing names any more, a part of it. Failures are returned. */
    sweep: () => files.sweep((object) => required(objects).delete(object)),

    /** Looks at a part of the objects outside for those without a row; null: there are none outside. */
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

/** @throws FilesUnavailable for a file that was stored where this process cannot reach */
function required(objects: ObjectStore | null): ObjectStore {
  if (objects === null) throw new FilesUnavailable('the file is in an S3 store, and FILES_S3_ENDPOINT is not set');
  return objects;
}
