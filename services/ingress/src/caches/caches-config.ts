import type { EnvReader } from '@workflow/service-runtime';

export type CachesConfig = ReturnType<typeof readCachesConfig>;

/**
 * Reads the lifetimes and sizes of a replica's caches (docs/environment.md). Times are in milliseconds, sizes in bytes.
 */
export function readCachesConfig(reader: EnvReader) {
  return {
    changePollMs: reader.integer('CHANGE_POLL_MS', { default: 250, min: 10 }),
    cacheTrustMs: reader.integer('CACHE_TRUST_MS', { default: 1_000, min: 10 }),
    cacheBytes: reader.integer('CACHE_BYTES', { default: 33_554_432, min: 1_024 }),
    cacheEntries: reader.integer('CACHE_ENTRIES', { default: 10_000, min: 1 }),
  };
}
