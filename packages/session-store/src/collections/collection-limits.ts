/** The limits of tables and stored values. */
export interface CollectionLimits {
  /** Values that workflows of one organization may store, in both modes together. */
  maxValues: number;
  maxRowsPerTable: number;
  maxBytesPerTable: number;
  /** Bytes of all tables and stored values of one organization. Simultaneous writes may exceed it a little. */
  maxBytes: number;
}

export const DEFAULT_COLLECTION_LIMITS: CollectionLimits = {
  maxValues: 100_000,
  maxRowsPerTable: 50_000,
  maxBytesPerTable: 64 * 1024 * 1024,
  maxBytes: 512 * 1024 * 1024,
};

/** Bytes of one stored value or one row, as JSON. */
export const MAX_ENTRY_BYTES = 256 * 1024;
/** Characters of a key. */
export const MAX_ENTRY_KEY = 500;
/** Bytes of a row of `collection_entries` in addition to its values, as they count for limits and quotas. */
const ENTRY_BYTES = 100;

/** Returns the bytes of an entry as they count for limits. */
export function entryBytes(key: string, json: string, sealed: Uint8Array | null): number {
  return ENTRY_BYTES + Buffer.byteLength(key) + Buffer.byteLength(json) + (sealed?.length ?? 0);
}
