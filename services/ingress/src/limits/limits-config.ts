import type { EnvReader } from '@workflow/service-runtime';

export type LimitsConfig = ReturnType<typeof readLimitsConfig>;

/** Reads rate limits (docs/environment.md). */
export function readLimitsConfig(reader: EnvReader) {
  return {
    publicRequestsPerSecond: reader.integer('PUBLIC_REQUESTS_PER_SECOND', { default: 100, min: 1 }),
    formPostsPerMinutePerAddress: reader.integer('FORM_POSTS_PER_MINUTE_PER_ADDRESS', { default: 20, min: 1 }),
    /** Maximum bytes of all files that are sent with one form. */
    maxFormFileBytes: reader.integer('MAX_FORM_FILE_BYTES', { default: 104_857_600, min: 1_024 }),
    /** The limit of an organization without a quota; null means no limit. */
    runsPerMinute: reader.integer('RUNS_PER_MINUTE_PER_ORGANIZATION', { default: 0, min: 0 }) || null,
    runBurst: reader.integer('RUN_BURST_PER_ORGANIZATION', { default: 0, min: 0 }) || null,
  };
}
