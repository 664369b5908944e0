import type { BulkJobOptions } from 'bullmq';
import type { SessionStart, SessionStarts } from './session-starts.ts';

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
  /** Of a session that is enqueued for the first time: an executor may run it before it claims it. */
  start?: SessionStart;
}

/**
 * A job: sessions of one workflow that were enqueued together. Everything else is read from PostgreSQL with the claim,
 * unless the job has their starts. The job's id is `<first session>-<enqueueNumber>`.
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
  /**
   * Only where the job is enqueued and taken for the first time. Whoever takes it afterwards claims first, so that a
   * session which kills its executor is counted.
   */
  starts?: SealedStarts;
}

/** Starts of sessions of a job, sealed together (`createSessionStarts`). */
export interface SealedStarts {
  /** The process that sealed them. */
  sealedBy: string;
  /** A rest that is put back carries those of the whole job. */
  sealed: string;
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
  /** Starts, sealed together. A version that knows none, or others, claims first. */
  v?: string;
  /** The process that sealed them. */
  i?: string;
}

/** A job as BullMQ gives it out. */
export interface TakenJob {
  id?: string | undefined;
  data: JobData;
  /** How often it was given out, this time included. */
  attemptsStarted: number;
  /** How often an executor that had it was lost. */
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
 * Sessions in one job. The queue's part of a session's cost is small from here on, and a job that one executor takes
 * is a small part of what others could start.
 */
const MAX_SESSIONS = 16;

/** What the starts of one job have together, in characters of values; a rest that is put back has all of it again. */
const MAX_VALUE_CHARACTERS = 16 * 1024;

/** Seals the starts of a job. */
export interface StartSealer {
  /** The process that seals: an ingress, or the executor that dispatches. */
  name: string;
  /** What its jobs in the queue may carry together, sealed. Beyond it jobs carry ids alone. */
  maxBytes: number;
  /** Empty: the sessions are claimed first. */
  seal(organizationId: string, starts: ReadonlyMap<string, SessionStart>): string;
}

/** Seals as the process of this name. */
export function createStartSealer(starts: SessionStarts, name: string, maxBytes: number): StartSealer {
  return { name, maxBytes, seal: (organizationId, ofJob) => starts.seal(name, organizationId, ofJob) };
}

/** A job that is being made, and the starts of its sessions by their ids. */
interface OpenJob {
  job: SessionJob;
  starts: Map<string, SessionStart>;
  characters: number;
}

/**
 * Groups sessions that may share a job; the jobs are in the order of their first sessions.
 * @param sealer null: the jobs have no starts
 */
export function groupIntoJobs(sessions: readonly SessionToEnqueue[], sealer: StartSealer | null = null): SessionJob[] {
  const jobs: OpenJob[] = [];
  const open = new Map<string, OpenJob>();
  for (const session of sessions) {
    const { sessionId, organizationId, workflowId, enqueueNumber, awaitedBy } = session;
    const start = enqueueNumber === 1 ? session.start : undefined;
    const characters = start?.valuesJson.length ?? 0;
    const key = `${organizationId} ${workflowId ?? ''} ${enqueueNumber} ${awaitedBy ?? ''}`;
    let known = open.get(key);
    if (known === undefined || !hasRoom(known, characters)) {
      const job: SessionJob = { organizationId, enqueueNumber, sessionIds: [] };
      if (workflowId !== undefined) job.workflowId = workflowId;
      if (awaitedBy !== undefined) job.awaitedBy = awaitedBy;
      known = { job, starts: new Map(), characters: 0 };
      open.set(key, known);
      jobs.push(known);
    }
    known.job.sessionIds.push(sessionId);
    known.characters += characters;
    if (start !== undefined) known.starts.set(sessionId, start);
  }
  return sealer === null ? jobs.map(({ job }) => job) : jobs.map((each) => withStarts(each, sealer));
}

function hasRoom({ job, characters }: OpenJob, more: number): boolean {
  return job.sessionIds.length < MAX_SESSIONS && (more === 0 || characters + more <= MAX_VALUE_CHARACTERS);
}

function withStarts({ job, starts }: OpenJob, { name, seal }: StartSealer): SessionJob {
  const sealed = starts.size === 0 ? '' : seal(job.organizationId, starts);
  return sealed === '' ? job : { ...job, starts: { sealedBy: name, sealed } };
}

/** The sessions of a job from one on. */
export function restOfJob(job: SessionJob, from: number, to?: number): SessionJob {
  return { ...job, sessionIds: job.sessionIds.slice(from, to) };
}

/** Splits sessions into jobs of at most this many, in their order. */
export function splitJob(job: SessionJob, sessionsPerJob: number): SessionJob[] {
  const jobs: SessionJob[] = [];
  for (let at = 0; at < job.sessionIds.length; at += sessionsPerJob) jobs.push(restOfJob(job, at, at + sessionsPerJob));
  return jobs;
}

/**
 * `<first session>-<enqueueNumber>`: BullMQ ignores an id that it still knows, so a bare session id would lose
 * wake-ups. The rest of a split job begins with another session, as does a rescue of that rest: both have the same
 * id and are added once.
 */
export function toQueuedJob(job: SessionJob): QueuedJob {
  const { sessionIds, organizationId, workflowId, enqueueNumber, awaitedBy, starts } = job;
  const [first, ...others] = sessionIds;
  const data: JobData = { o: organizationId };
  if (others.length > 0) data.s = others;
  if (workflowId !== undefined) data.w = workflowId;
  if (awaitedBy !== undefined) data.a = awaitedBy;
  if (starts !== undefined) [data.v, data.i] = [starts.sealed, starts.sealedBy];
  return {
    name: JOB_NAME,
    data,
    opts: { jobId: `${first}-${enqueueNumber}`, removeOnComplete: true, removeOnFail: true },
  };
}

/** null for a job that this version did not write. */
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
  const isFirst = enqueueNumber === 1 && attemptsStarted === 1 && stalledCounter === 0;
  if (isFirst && typeof data.v === 'string' && typeof data.i === 'string')
    job.starts = { sealedBy: data.i, sealed: data.v };
  return job;
}
