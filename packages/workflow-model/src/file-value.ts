import type { JsonObject } from './definition.ts';
import { isUuid } from './is-uuid.ts';

/** A value of type FILE: a stored file, whose bytes are read by its id. */
export interface FileValue extends JsonObject {
  fileId: string;
  name: string;
  /** The media type. */
  contentType: string;
  /** The size in bytes. */
  size: number;
  /** The hash of the bytes in hex. */
  sha256: string;
}

/** Returns the id in a value of type FILE, or a text that is such an id. Returns null for other values. */
export function fileIdOf(value: unknown): string | null {
  const id: unknown = typeof value === 'object' && value !== null ? (value as { fileId?: unknown }).fileId : value;
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null;
}

/** Returns true for a whole value of type FILE, not for the text of an id. */
export function isFileValue(value: unknown): value is JsonObject & { fileId: string } {
  return typeof value === 'object' && value !== null && fileIdOf(value) !== null;
}

/** Returns true if a value has all properties of a stored file. */
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
