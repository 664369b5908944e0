import type { EnvReader } from './env-reader.ts';

/** Limits of the data that jobs carry in addition to session ids. They are the same for both services. */
export interface CarriedStartsConfig {
  /** The bytes of the values of one session. */
  maxJobValueBytes: number;
  /** The bytes of all sealed jobs of one process in the queue. */
  maxCarriedBytes: number;
}

export function readCarriedStarts(reader: EnvReader): CarriedStartsConfig {
  return {
    maxJobValueBytes: reader.integer('JOB_MAX_VALUE_BYTES', { default: 16_384, min: 1_024, max: 262_144 }),
    maxCarriedBytes: reader.integer('JOBS_MAX_CARRIED_BYTES', { default: 33_554_432, min: 0 }),
  };
}
