import { fileIdOf, type FileValue } from '@workflow/workflow-model';
import { refuse, type ParseOutcome } from './parse-outcome.ts';

/**
 * Parses a FILE that callers send: the value that an upload returned, or the text of its `fileId`. Nothing else is
 * read, because the stored record is authoritative; the code that accepts the value replaces it by the record.
 */
export function parseFilePlaceholder(value: unknown): ParseOutcome {
  const fileId = fileIdOf(value);
  return fileId === null
    ? refuse("must be a file: the answer of POST /v1/files, or the text of its 'fileId'")
    : { ok: true, value: { fileId } };
}

/** Parses a FILE that a workflow computes, which is the whole value. */
export function parseComputedFile(value: unknown): ParseOutcome {
  const fileId = typeof value === 'object' ? fileIdOf(value) : null;
  if (fileId === null) return refuse('must be a file, as an upload or another component gives it');
  const { name, contentType, size, sha256 } = value as Partial<FileValue>;
  if (typeof name !== 'string' || typeof contentType !== 'string' || typeof sha256 !== 'string')
    return refuse('must be a whole file: fileId, name, contentType, size and sha256');
  const bytes = Number(size);
  if (!Number.isSafeInteger(bytes)) return refuse('must be a whole file: fileId, name, contentType, size and sha256');
  return { ok: true, value: { fileId, name, contentType, size: bytes, sha256 } };
}
