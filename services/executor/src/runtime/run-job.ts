import { setTimeout as pause } from 'node:timers/promises';
import { partOfJob, type SessionJob, type CarriedStart } from '@workflow/session-queue';
import type { AloneGate } from '../capacity/alone-gate.ts';
import type { PauseReasons } from '../capacity/pause-reasons.ts';
import type { Slots } from '../capacity/slots.ts';
import type { SessionDurations } from '../capacity/session-durations.ts';
import type { SessionTaker } from './session-taker.ts';

/**
 * The time for which the remaining sessions of a job wait for another slot of this executor. If many short sessions
 * run, one of them frees a slot in this time.
 */
const SLOT_WAIT_MS = 25;
/** The number of slots for each job that is fetched at a time, up to `MAX_FETCHES` jobs. Each fetch reserves a slot. */
const SLOTS_PER_FETCH = 4;
const MAX_FETCHES = 8;

/** Returns how many jobs an executor with this many slots fetches at a time. */
export function fetchesOf(concurrency: number): number {
  return Math.min(MAX_FETCHES, Math.max(1, Math.floor(concurrency / SLOTS_PER_FETCH)));
}

/** The unsealed starts that a job carries, by session id. */
export type OpenedStarts = ReadonlyMap<string, CarriedStart>;

interface JobRunnerParts {
  takeSession: SessionTaker;
  /** The slots in addition to those that the fetches reserve. */
  slots: Slots;
  gate: AloneGate;
  pauses: PauseReasons;
  durations: Pick<SessionDurations, 'mostAtOnce' | 'pauseMs'>;
  active: { readonly size: number };
  /** Puts the remaining sessions of a job back at the head of the queue, in jobs of this many sessions. */
  putBack: (rest: SessionJob, sessionsPerJob: number) => Promise<void>;
  onQueueError: (error: Error) => void;
  /** Returns the starts of sessions that the job carries, or null if it carries none that can be used. */
  openStarts: (job: SessionJob) => OpenedStarts | null;
}

/**
 * Creates the function that runs a job. It starts as many sessions of the job as there are free slots and as
 * `session-durations.ts` allows, and puts the others back into the queue for other executors.
 *
 * The job is completed when this function resolves. By then, its sessions are claimed or have ended, and the dispatcher
 * finds a lost session by its batch and by the heartbeat of its executor. If the executor dies earlier, the dispatcher
 * rescues the sessions, because their batch contains them.
 *
 * Each fetch has reserved a slot before its job arrives, so the first session starts immediately. For the same reason
 * the function resolves only when there is a slot for the next job of the fetch.
 */
export function createJobRunner(parts: JobRunnerParts): (job: SessionJob) => Promise<void> {
  const { takeSession, slots, gate, pauses, durations, active } = parts;

  /** Starts one session. Resolves when its claim is answered. The slot becomes free when the session ends. */
  function start(job: SessionJob, index: number, starts: OpenedStarts | null): Promise<void> {
    const { organizationId, awaitedBy, enqueueNumber } = job;
    const sessionId = job.sessionIds[index] as string;
    const start = starts?.get(sessionId) ?? null;
    const session = { sessionId, organizationId, awaitedBy, enqueueNumber, start, isEarly: job.isEarly === true };
    return new Promise((claimed) => {
      void takeSession(session, claimed).finally(() => {
        claimed();
        slots.release();
      });
    });
  }

  return async (job) => {
    // The sessions remain in their batch. The dispatcher rescues them, for this executor or another.
    if (gate.closed) return;
    const atOnce = durations.mostAtOnce(job.workflowId);
    const most = Math.min(job.sessionIds.length, atOnce);
    const starts = parts.openStarts(job);
    const claims: Promise<void>[] = [];
    do {
      claims.push(start(job, claims.length, starts));
    } while (claims.length < most && !pauses.any && (await slots.take(SLOT_WAIT_MS)));
    const rest = partOfJob(job, claims.length);
    if (rest.sessionIds.length > 0) await parts.putBack(rest, atOnce).catch(parts.onQueueError);
    await Promise.all(claims);
    const pauseMs = durations.pauseMs(job.workflowId, active.size);
    if (pauseMs > 0) await pause(pauseMs);
    await slots.take();
  };
}
