import type { JsonObject } from './definition.ts';

/** A value of type FILE: a stored file, whose bytes are read by its id. */
export interface FileValue extends JsonObject {
  fileId: string;
  name: string;
  /** Media type. */
  contentType: string;
  /** In bytes. */
  size: number;
  /** Of the bytes, in hex. */
  sha256: string;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id that a value of type FILE names, or a text that is such an id; null: it is neither. */
export function fileIdOf(value: unknown): string | null {
  const id: unknown = typeof value === 'object' && value !== null ? (value as { fileId?: unknown }).fileId : value;
  return typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : null;
}

/** Whether a value is a whole one of type FILE, and not the text of an id. */
export function isFileValue(value: unknown): value is JsonObject & { fileId: string } {
  return typeof value === 'object' && value !== null && fileIdOf(value) !== null;
}

/** Whether a value has all that a stored file is told by. */
export function isWholeFileValue(value: unknown): value is FileValue {
  if (!isFileValue(value)) return false;
  const { name, contentType, size, sha256 } = value;
  return (
    typeof name === 'string' &&
    typeof contentType === 'string' &&
    typeof size === 'number' &&
    typeof sha256 === 'string'
  );
}
