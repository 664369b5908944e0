import type { BulkJobOptions } from 'bullmq';
import type { SessionJob } from './contract.ts';

/** What stands in the queue: the rest is in the job's id. Names are one letter, Redis holds them by the ten thousand. */
export interface JobData {
  /** Organization. */
  o: string;
  /** The ingress that waits. */
  a?: string;
}

export interface QueuedJob {
  name: string;
  data: JobData;
  opts: BulkJobOptions;
}

export const JOB_NAME = 's';
const UUID_LENGTH = 36;

/** `<sessionId>-<dispatch>`: an id that BullMQ still knows is left alone, so a bare session id would lose wake-ups. */
export function toQueuedJob(job: SessionJob): QueuedJob {
  return {
    name: JOB_NAME,
    data: job.awaitedBy === undefined ? { o: job.organizationId } : { o: job.organizationId, a: job.awaitedBy },
    opts: { jobId: `${job.sessionId}-${job.dispatch}`, removeOnComplete: true, removeOnFail: true },
  };
}

/** null for a job that this version did not write. */
export function fromQueuedJob(id: string | undefined, data: JobData | undefined): SessionJob | null {
  const dispatch = Number(id?.slice(UUID_LENGTH + 1));
  if (id?.[UUID_LENGTH] !== '-' || !Number.isInteger(dispatch) || typeof data?.o !== 'string') return null;
  const job: SessionJob = { sessionId: id.slice(0, UUID_LENGTH), organizationId: data.o, dispatch };
  if (data.a !== undefined) job.awaitedBy = data.a;
  return job;
}
