import type { BulkJobOptions } from 'bullmq';

/** A session to enqueue. */
export interface SessionToEnqueue {
  sessionId: string;
  organizationId: string;
  /** Executors use its recent sessions to decide how many they take at a time; left out, they take all of a job. */
  workflowId?: string;
  /** Rises with every enqueueing of the session. */
  enqueueNumber: number;
  /** The ingress that waits for the session's end (`Prefer: wait`), to be signalled. */
  awaitedBy?: string;
}

/**
 * A job: sessions of one workflow that were enqueued together. Everything else is read from PostgreSQL with the claim.
 * The job's id is `<first session>-<enqueueNumber>`.
 */
export interface SessionJob {
  organizationId: string;
  /** Of all of them. */
  workflowId?: string;
  enqueueNumber: number;
  /** In the order in which they were accepted; at least one. */
  sessionIds: string[];
  /** The ingress that waits for all of them. */
  awaitedBy?: string;
}

/**
 * The data of a job beside its id. Names have one letter, because Redis stores thousands of them.
 */
export interface JobData {
  /** Organization. */
  o: string;
  /** Sessions after the first, whose id begins the job's. */
  s?: string[];
  /** Workflow. */
  w?: string;
  /** The ingress that waits. */
  a?: string;
}

export interface QueuedJob {
  name: string;
  data: JobData;
  opts: BulkJobOptions;
}

const JOB_NAME = 's';
const UUID_LENGTH = 36;
/**
 * Sessions in one job. The queue's part of a session's cost is small from here on, and a job that one executor takes
 * is a small part of what others could start.
 */
const MAX_SESSIONS = 16;

/** Groups sessions that may share a job; the jobs are in the order of their first sessions. */
export function groupIntoJobs(sessions: readonly SessionToEnqueue[]): SessionJob[] {
  const jobs: SessionJob[] = [];
  const open = new Map<string, SessionJob>();
  for (const { sessionId, organizationId, workflowId, enqueueNumber, awaitedBy } of sessions) {
    const key = `${organizationId} ${workflowId ?? ''} ${enqueueNumber} ${awaitedBy ?? ''}`;
    const known = open.get(key);
    if (known !== undefined && known.sessionIds.length < MAX_SESSIONS) {
      known.sessionIds.push(sessionId);
      continue;
    }
    const job: SessionJob = { organizationId, enqueueNumber, sessionIds: [sessionId] };
    if (workflowId !== undefined) job.workflowId = workflowId;
    if (awaitedBy !== undefined) job.awaitedBy = awaitedBy;
    open.set(key, job);
    jobs.push(job);
  }
  return jobs;
}

/** Splits sessions into jobs of at most this many, in their order. */
export function splitJob(job: SessionJob, sessionsPerJob: number): SessionJob[] {
  const jobs: SessionJob[] = [];
  for (let at = 0; at < job.sessionIds.length; at += sessionsPerJob)
    jobs.push({ ...job, sessionIds: job.sessionIds.slice(at, at + sessionsPerJob) });
  return jobs;
}

/**
 * `<first session>-<enqueueNumber>`: BullMQ ignores an id that it still knows, so a bare session id would lose
 * wake-ups. The rest of a split job begins with another session, as does a rescue of that rest: both have the same
 * id and are added once.
 */
export function toQueuedJob(job: SessionJob): QueuedJob {
  const { sessionIds, organizationId, workflowId, enqueueNumber, awaitedBy } = job;
  const [first, ...others] = sessionIds;
  const data: JobData = { o: organizationId };
  if (others.length > 0) data.s = others;
  if (workflowId !== undefined) data.w = workflowId;
  if (awaitedBy !== undefined) data.a = awaitedBy;
  return {
    name: JOB_NAME,
    data,
    opts: { jobId: `${first}-${enqueueNumber}`, removeOnComplete: true, removeOnFail: true },
  };
}

/** null for a job that this version did not write. */
export function fromQueuedJob(id: string | undefined, data: JobData | undefined): SessionJob | null {
  const enqueueNumber = Number(id?.slice(UUID_LENGTH + 1));
  if (id?.[UUID_LENGTH] !== '-' || !Number.isInteger(enqueueNumber) || typeof data?.o !== 'string') return null;
  const sessionIds = [id.slice(0, UUID_LENGTH), ...(data.s ?? [])];
  const job: SessionJob = { sessionIds, organizationId: data.o, enqueueNumber };
  if (data.w !== undefined) job.workflowId = data.w;
  if (data.a !== undefined) job.awaitedBy = data.a;
  return job;
}
