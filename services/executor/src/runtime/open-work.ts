import type { SessionJob, SessionStarts } from '@workflow/session-queue';
import type { ExecutorConfig } from '../config.ts';
import type { ExecutorContext } from '../context.ts';
import { AloneGate } from '../capacity/alone-gate.ts';
import { createPauseReasons } from '../capacity/pause-reasons.ts';
import { Slots } from '../capacity/slots.ts';
import { SessionDurations } from '../capacity/session-durations.ts';
import { ActiveSessions } from '../capacity/active-sessions.ts';
import { createJobRunner, fetchesOf, type OpenedStarts } from './run-job.ts';
import { StoreClock } from '@workflow/session-store';
import { createSessionTaker } from './take-session.ts';

/** The parts of an executor that claiming and running sessions needs. */
export interface WorkParts extends Pick<
  ExecutorContext,
  | 'awaited'
  | 'createConsumer'
  | 'executorId'
  | 'logger'
  | 'metrics'
  | 'notifications'
  | 'onQueueError'
  | 'producer'
  | 'runSession'
  | 'starts'
> {
  config: Pick<ExecutorConfig, 'concurrency' | 'pool' | 'sessions'>;
  store: Pick<ExecutorContext['store'], 'execution'>;
}

/**
 * Creates the parts that claim and run sessions: consumer, slots and active sessions. No job is processed before
 * `consumer.start()`.
 */
export function openWork(parts: WorkParts, onStoreFailure: (error: unknown) => void) {
  const { awaited, config, executorId, logger, metrics, notifications, producer, runSession, starts, store } = parts;
  const active = new ActiveSessions();
  const clock = new StoreClock();
  const pauses = createPauseReasons({ pause: () => consumer.pause(), resume: () => consumer.resume() });
  const gate = new AloneGate(pauses);
  const durations = new SessionDurations();
  const fetches = fetchesOf(config.concurrency);
  const slots = new Slots(config.concurrency - fetches);
  const takeSession = createSessionTaker({
    executorId,
    logger,
    execution: store.execution,
    notifications,
    awaited,
    runSession,
    active,
    clock,
    claimAfterMs: config.sessions.claimAfterMs,
    gate,
    metrics,
    durations,
    onStoreFailure,
  });
  const run = createJobRunner({
    takeSession,
    slots,
    gate,
    pauses,
    durations,
    active,
    putBack: (remainder, sessionsPerJob) => producer.putBack(config.pool, remainder, sessionsPerJob),
    onQueueError: parts.onQueueError,
    openStarts: (job) => openStarts(starts, job),
  });
  const consumer = parts.createConsumer({ concurrency: fetches, run });
  return { consumer, active, pauses, slots, clock };
}

function openStarts(starts: SessionStarts, { organizationId, starts: carried }: SessionJob): OpenedStarts | null {
  return carried === undefined ? null : starts.open(carried.sealedBy, organizationId, carried.sealed);
}
