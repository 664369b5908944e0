import type { Sql } from '../postgres/sql.ts';
import { nameFiles } from './name-files.ts';
import { findFile, readChunks, type Attempt } from './read-file.ts';
import { findOrphans, sweepFiles, type OutsideObject } from './sweep-files.ts';
import {
  abandonFile,
  appendChunk,
  beginFile,
  discardFiles,
  finishFile,
  growFile,
  noteUpload,
  type FileDraft,
  type FinishedFile,
  type NewFile,
} from './write-file.ts';
import type { StoredFile } from './file-record.ts';

export type { FileRecord, StoredFile } from './file-record.ts';
export type { OutsideObject } from './sweep-files.ts';
export { FileGone, type Attempt } from './read-file.ts';
export { NoRoomForFile, TooManyFiles, type FileDraft, type FinishedFile, type NewFile } from './write-file.ts';

export type StoredFiles = ReturnType<typeof openFiles>;

/** Opens the files of organizations: their rows, their bytes if PostgreSQL stores them, and the references to them. */
export function openFiles(sql: Sql) {
  return {
    begin: (file: NewFile) => beginFile(sql, file),
    append: (draft: FileDraft, number: number, bytes: Buffer) => appendChunk(sql, draft, number, bytes),
    grow: (draft: FileDraft, bytes: number) => growFile(sql, draft, bytes),
    noteUpload: (draft: FileDraft, uploadId: string) => noteUpload(sql, draft, uploadId),
    finish: (draft: FileDraft, finished: FinishedFile) => finishFile(sql, draft, finished),
    abandon: (draft: FileDraft) => abandonFile(sql, draft),
    discard: (organizationId: string, fileIds: readonly string[]) => discardFiles(sql, organizationId, fileIds),
    find: (organizationId: string, fileId: string) => findFile(sql, organizationId, fileId),
    readChunks: (organizationId: string, file: StoredFile, attempt?: Attempt) =>
      readChunks(sql, organizationId, file, attempt),
    name: (organizationId: string, sessionId: string, fileIds: readonly string[]) =>
      nameFiles(sql, organizationId, sessionId, fileIds),
    sweep: (deleteOutside: (object: OutsideObject) => Promise<void>) => sweepFiles(sql, deleteOutside),
    findOrphans: (objects: ReadonlyMap<string, string>) => findOrphans(sql, objects),
  };
}
