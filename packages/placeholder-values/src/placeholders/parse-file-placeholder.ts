import { fileIdOf, type FileValue } from '@workflow/workflow-model';
import { refuse, type ParseOutcome } from './parse-outcome.ts';

/**
 * FILE, as callers send it: the value that an upload was answered with, or the text of its `fileId`. What the stored
 * record says counts, so nothing else of the value is read; whoever accepts it puts the record in its place.
 */
export function parseFilePlaceholder(value: unknown): ParseOutcome {
  const fileId = fileIdOf(value);
  return fileId === null
    ? refuse("must be a file: the answer of POST /v1/files, or the text of its 'fileId'")
    : { ok: true, value: { fileId } };
}

/** FILE, as a workflow computes it: the whole value. */
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
