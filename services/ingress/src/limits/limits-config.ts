import type { EnvReader } from '@workflow/service-runtime';

export type LimitsConfig = ReturnType<typeof readLimitsConfig>;

/** How often something may be asked for (docs/environment.md). */
export function readLimitsConfig(reader: EnvReader) {
  return {
    publicRequestsPerSecond: reader.integer('PUBLIC_REQUESTS_PER_SECOND', { default: 100, min: 1 }),
    formPostsPerMinutePerAddress: reader.integer('FORM_POSTS_PER_MINUTE_PER_ADDRESS', { default: 20, min: 1 }),
    /** Of all files that are sent with one form. */
    maxFormFileBytes: reader.integer('MAX_FORM_FILE_BYTES', { default: 104_857_600, min: 1_024 }),
    /** Of an organization without a quota of its own; null: no limit. */
    runsPerMinute: reader.integer('RUNS_PER_MINUTE_PER_ORGANIZATION', { default: 0, min: 0 }) || null,
    runBurst: reader.integer('RUN_BURST_PER_ORGANIZATION', { default: 0, min: 0 }) || null,
  };
}
