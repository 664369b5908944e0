import type { EnvReader } from './env-reader.ts';

/** Limits of the tables and stored values of one organization. They are the same for both services. */
export interface CollectionLimitsConfig {
  maxValues: number;
  maxRowsPerTable: number;
  maxBytesPerTable: number;
  maxBytes: number;
}

const MIB = 1024 * 1024;

export function readCollectionLimits(reader: EnvReader): CollectionLimitsConfig {
  return {
    maxValues: reader.integer('MAX_STORED_VALUES_PER_ORGANIZATION', { default: 100_000, min: 0, max: 10_000_000 }),
    maxRowsPerTable: reader.integer('MAX_ROWS_PER_TABLE', { default: 50_000, min: 1, max: 1_000_000 }),
    maxBytesPerTable: reader.integer('MAX_BYTES_PER_TABLE', { default: 64 * MIB, min: 1_024, max: 1_024 * MIB }),
    maxBytes: reader.integer('MAX_COLLECTION_BYTES_PER_ORGANIZATION', { default: 512 * MIB, min: 0 }),
  };
}
