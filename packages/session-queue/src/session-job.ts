import type { BulkJobOptions } from 'bullmq';
import type { CarriedStart, SessionStarts } from './session-starts.ts';

/** A session to enqueue. */
export interface SessionToEnqueue {
  sessionId: string;
  organizationId: string;
  /**
   * The workflow. Executors use its recent sessions to decide how many sessions to claim at a time. If left out, they
   * claim all sessions of a job.
   */
  workflowId?: string;
  /** Increases with every enqueueing of the session. */
  enqueueNumber: number;
  /** The executor pool; `default` if left out. */
  pool?: string;
  /** The ingress that waits for the session's end (`Prefer: wait`) and gets a notification. */
  awaitedBy?: string;
  /** The start of a session that is enqueued for the first time. An executor may run it before it claims it. */
  start?: CarriedStart;
  /** Set if it is enqueued while its row is being committed. */
  isEarly?: true;
}

/**
 * A job contains sessions of one workflow that were enqueued together. Executors read everything else from PostgreSQL
 * with the claim, unless the job has the starts. The job's id is `<first session>-<enqueueNumber>`.
 */
export interface SessionJob {
  organizationId: string;
  /** The workflow of all sessions. */
  workflowId?: string;
  enqueueNumber: number;
  /** The sessions in the order in which they were accepted; at least one. */
  sessionIds: string[];
  /** The ingress that waits for all sessions. */
  awaitedBy?: string;
  /**
   * The starts, only if the job is enqueued and fetched for the first time. A later executor claims first, so that a
   * session that ends its executor is counted.
   */
  starts?: SealedStarts;
  /** Set if the session was enqueued while its row was being committed. The row may not exist yet, or never. */
  isEarly?: true;
}

/** The starts of a job's sessions, sealed together (`createSessionStarts`). */
interface SealedStarts {
  /** The process that sealed them. */
  sealedBy: string;
  /** The sealed text. If only some sessions of a job are put back, it still has the starts of all. */
  sealed: string;
}

/** The data of a job in addition to its id. Names have one letter, because Redis stores thousands of them. */
export interface JobData {
  /** The organization. */
  o: string;
  /** The sessions after the first, whose id begins the job's id. */
  s?: string[];
  /** The workflow. */
  w?: string;
  /** The ingress that waits. */
  a?: string;
  /** The starts, sealed together. A version that cannot read them claims first. */
  v?: string;
  /** The process that sealed the starts. */
  i?: string;
  /** Set if it was enqueued while its row was being committed. */
  e?: 1;
}

/** A job as BullMQ passes it to a worker. */
export interface TakenJob {
  id?: string | undefined;
  data: JobData;
  /** How often it was passed to a worker, including this time. */
  attemptsStarted: number;
  /** How often it stalled because its executor was lost. */
  stalledCounter: number;
}

export interface QueuedJob {
  name: string;
  data: JobData;
  opts: BulkJobOptions;
}

const JOB_NAME = 's';
const UUID_LENGTH = 36;
/**
 * Maximum number of sessions in one job. With more sessions a session's cost in the queue hardly decreases, and a job
 * must be a small part of the sessions that other executors could start.
 */
export const MAX_SESSIONS_PER_JOB = 16;

/**
 * Maximum number of characters of values in the starts of one job. If sessions are put back, their job has all starts
 * again.
 */
const MAX_VALUE_CHARACTERS = 16 * 1024;

/** Seals the starts of a job. */
export interface StartSealer {
  /** The process that seals: an ingress, or the dispatcher. */
  name: string;
  /** Maximum number of sealed bytes that its jobs in the queue carry together. Further jobs carry only ids. */
  maxBytes: number;
  /** Returns an empty text if executors should claim the sessions first. */
  seal(organizationId: string, starts: ReadonlyMap<string, CarriedStart>): string;
}

/** Creates a sealer for the process of this name. */
export function createStartSealer(starts: SessionStarts, name: string, maxBytes: number): StartSealer {
  return { name, maxBytes, seal: (organizationId, ofJob) => starts.seal(name, organizationId, ofJob) };
}

/** A job to which sessions are being added. */
interface OpenJob {
  job: SessionJob;
  /** The starts by session id. */
  starts: Map<string, CarriedStart>;
  /** The characters of values in the starts. */
  characters: number;
}

/**
 * Groups sessions that may share a job. The jobs are in the order of their first sessions.
 * @param sealer null for jobs without starts
 */
export function groupIntoJobs(sessions: readonly SessionToEnqueue[], sealer: StartSealer | null = null): SessionJob[] {
  const jobs: OpenJob[] = [];
  const open = new Map<string, OpenJob>();
  for (const session of sessions) {
    const { sessionId, organizationId, workflowId, enqueueNumber, awaitedBy, isEarly } = session;
    const start = enqueueNumber === 1 ? session.start : undefined;
    const characters = start?.valuesJson.length ?? 0;
    const key = `${organizationId} ${workflowId ?? ''} ${enqueueNumber} ${awaitedBy ?? ''} ${isEarly ?? ''}`;
    let openJob = open.get(key);
    if (openJob === undefined || !hasRoom(openJob, characters)) {
      const job: SessionJob = { organizationId, enqueueNumber, sessionIds: [] };
      if (workflowId !== undefined) job.workflowId = workflowId;
      if (awaitedBy !== undefined) job.awaitedBy = awaitedBy;
      if (isEarly !== undefined) job.isEarly = isEarly;
      openJob = { job, starts: new Map(), characters: 0 };
      open.set(key, openJob);
      jobs.push(openJob);
    }
    openJob.job.sessionIds.push(sessionId);
    openJob.characters += characters;
    if (start !== undefined) openJob.starts.set(sessionId, start);
  }
  return sealer === null ? jobs.map(({ job }) => job) : jobs.map((each) => withStarts(each, sealer));
}

function hasRoom({ job, characters }: OpenJob, more: number): boolean {
  return job.sessionIds.length < MAX_SESSIONS_PER_JOB && (more === 0 || characters + more <= MAX_VALUE_CHARACTERS);
}

function withStarts({ job, starts }: OpenJob, { name, seal }: StartSealer): SessionJob {
  const sealed = starts.size === 0 ? '' : seal(job.organizationId, starts);
  return sealed === '' ? job : { ...job, starts: { sealedBy: name, sealed } };
}

/** Returns a job with some of its sessions. */
export function partOfJob(job: SessionJob, from: number, to?: number): SessionJob {
  return { ...job, sessionIds: job.sessionIds.slice(from, to) };
}

/** Splits a job into jobs of at most this many sessions, in their order. */
export function splitJob(job: SessionJob, sessionsPerJob: number): SessionJob[] {
  const jobs: SessionJob[] = [];
  for (let at = 0; at < job.sessionIds.length; at += sessionsPerJob) jobs.push(partOfJob(job, at, at + sessionsPerJob));
  return jobs;
}

/**
 * Returns a job for BullMQ with the id `<first session>-<enqueueNumber>`. BullMQ ignores an id that it already has, so
 * with a bare session id some enqueueings would be lost. The remainder of a split job begins with another session, and
 * so does a rescue of that remainder: both have the same id and are added once.
 */
export function toQueuedJob(job: SessionJob): QueuedJob {
  const { sessionIds, organizationId, workflowId, enqueueNumber, awaitedBy, starts, isEarly } = job;
  const [first, ...otherIds] = sessionIds;
  const data: JobData = { o: organizationId };
  if (otherIds.length > 0) data.s = otherIds;
  if (workflowId !== undefined) data.w = workflowId;
  if (awaitedBy !== undefined) data.a = awaitedBy;
  if (starts !== undefined) [data.v, data.i] = [starts.sealed, starts.sealedBy];
  if (isEarly === true) data.e = 1;
  return {
    name: JOB_NAME,
    data,
    opts: { jobId: `${first}-${enqueueNumber}`, removeOnComplete: true, removeOnFail: true },
  };
}

/** Returns null for a job that this version did not write. */
export function fromQueuedJob({ id, data, attemptsStarted, stalledCounter }: TakenJob): SessionJob | null {
  const enqueueNumber = Number(id?.slice(UUID_LENGTH + 1));
  if (
    id?.[UUID_LENGTH] !== '-' ||
    !Number.isInteger(enqueueNumber) ||
    typeof (data as JobData | undefined)?.o !== 'string'
  )
    return null;
  const sessionIds = [id.slice(0, UUID_LENGTH), ...(data.s ?? [])];
  const job: SessionJob = { sessionIds, organizationId: data.o, enqueueNumber };
  if (data.w !== undefined) job.workflowId = data.w;
  if (data.a !== undefined) job.awaitedBy = data.a;
  if (data.e === 1) job.isEarly = true;
  const isFirst = enqueueNumber === 1 && attemptsStarted === 1 && stalledCounter === 0;
  if (isFirst && typeof data.v === 'string' && typeof data.i === 'string')
    job.starts = { sealedBy: data.i, sealed: data.v };
  return job;
}
