import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { nameFiles } from './file-uses.ts';
import { findFile, readChunks } from './read-file.ts';
import { findOrphans, sweepFiles } from './sweep-files.ts';
import { abandonFile, appendChunk, beginFile, discardFiles, finishFile, growFile, noteUpload } from './write-file.ts';

export type StoredFiles = ReturnType<typeof openFiles>;

/** Opens the files of organizations: their rows, their bytes if PostgreSQL stores them, and the references to them. */
export function openFiles(sql: Sql) {
  const on = operationsOn(sql);
  return {
    begin: on(beginFile),
    append: on(appendChunk),
    grow: on(growFile),
    noteUpload: on(noteUpload),
    finish: on(finishFile),
    abandon: on(abandonFile),
    discard: on(discardFiles),
    find: on(findFile),
    readChunks: on(readChunks),
    name: on(nameFiles),
    sweep: on(sweepFiles),
    findOrphans: on(findOrphans),
  };
}
