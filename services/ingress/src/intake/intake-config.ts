import { readCarriedStarts, type EnvReader } from '@workflow/service-runtime';

export type IntakeConfig = ReturnType<typeof readIntakeConfig>;

/** Reads how sessions are accepted and enqueued (docs/environment.md). Times are in milliseconds, sizes in bytes. */
export function readIntakeConfig(reader: EnvReader) {
  return {
    acceptGatherMs: reader.integer('ACCEPT_GATHER_MS', { default: 2, min: 0, max: 100 }),
    maxGatherBytes: reader.integer('MAX_GATHER_BYTES', { default: 2_097_152, min: 1_024 }),
    maxPendingAccepts: reader.integer('MAX_PENDING_ACCEPTS', { default: 10_000, min: 1 }),
    maxPendingAcceptBytes: reader.integer('MAX_PENDING_ACCEPT_BYTES', { default: 67_108_864, min: 1_024 }),
    initialAdmissionQuota: reader.integer('INITIAL_ADMISSION_QUOTA', { default: 200, min: 0 }),
    ...readCarriedStarts(reader),
    maxUnconfirmedJobs: reader.integer('QUEUE_MAX_UNCONFIRMED', { default: 5_000, min: 1 }),
  };
}
