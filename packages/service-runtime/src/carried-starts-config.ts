import type { EnvReader } from './env-reader.ts';

/** What jobs may carry of sessions beside their ids; the same for both services. */
export interface CarriedStartsConfig {
  /** Of the values of one session. */
  maxJobValueBytes: number;
  /** Of all jobs of one process in the queue, sealed. */
  maxCarriedBytes: number;
}

export function readCarriedStarts(reader: EnvReader): CarriedStartsConfig {
  return {
    maxJobValueBytes: reader.integer('JOB_MAX_VALUE_BYTES', { default: 16_384, min: 1_024, max: 262_144 }),
    maxCarriedBytes: reader.integer('JOBS_MAX_CARRIED_BYTES', { default: 33_554_432, min: 0 }),
  };
}
