import type { Logger } from '@workflow/service-runtime';
import { DISPATCHER, type SessionNotifications, type SessionProducer } from '@workflow/session-queue';
import type { Dispatch, DispatchPolicy, Schedules, StoreClock } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { LoopFailures } from '../loops/loop-failures.ts';
import { repeat, type Repetition } from '../loops/repeat.ts';
import { BUSY_MS, nextRoundMs } from './dispatch-interval.ts';
import { DispatchRounds } from './dispatch-rounds.ts';
import { DueTimeRounds } from './due-time-rounds.ts';
import { EarlyRounds } from './early-rounds.ts';

/** Another executor replaces a dead dispatcher within this time. */
const LEASE_MS = 3_000;
const RENEW_EVERY_MS = 1_000;
const BASE_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 2_000;

export interface DispatcherParts {
  executorId: string;
  dispatch: Dispatch;
  schedules: Schedules;
  producer: SessionProducer;
  notifications: Pick<SessionNotifications, 'subscribe'>;
  policy: DispatchPolicy;
  executorDeadAfterMs: number;
  clock: Pick<StoreClock, 'learn' | 'msSinceStep'>;
  /** Reads PostgreSQL's clock. */
  readClock: () => Promise<Date>;
  /** Returns the time of the last failed operation on PostgreSQL, on the clock of `performance.now()`. */
  lastStoreFailureAt: () => number;
  onStoreFailure: (error: unknown) => void;
  metrics: ExecutorMetrics;
  logger: Logger;
}

async function isClockSteady({ clock, executorDeadAfterMs, readClock }: DispatcherParts): Promise<boolean> {
  await clock.learn(async () => ({ now: await readClock() }));
  return clock.msSinceStep() > executorDeadAfterMs;
}

/** Runs the dispatcher. Every executor calls it, and the one with the lease dispatches. */
export function runDispatcher(parts: DispatcherParts): Repetition {
  const { dispatch, executorId, logger, metrics } = parts;
  let leads = false;
  let renewedAt = -Infinity;
  const failures = failuresOf('Could not dispatch sessions; trying again', parts);
  const dueTimes = new DueTimeRounds(parts);
  const dueTimeFailures = failuresOf('Could not start due schedules; trying again', parts);
  let rounds = newRounds();
  let early = new EarlyRounds();
  metrics.watchPools(() => rounds.pools);

  async function mayRescue(): Promise<boolean> {
    const { executorDeadAfterMs, lastStoreFailureAt } = parts;
    return performance.now() - lastStoreFailureAt() > executorDeadAfterMs && isClockSteady(parts);
  }

  function newRounds(): DispatchRounds {
    return new DispatchRounds({
      ...parts,
      mayRescue,
      isClockSteady: () => isClockSteady(parts),
      mayEnqueueBacklog: () => !dueTimes.decidesFirst(performance.now()),
    });
  }

  async function lead(now: number): Promise<boolean> {
    if (now - renewedAt < RENEW_EVERY_MS) return leads;
    const acquired = await dispatch.acquireLease('dispatcher', executorId, LEASE_MS);
    renewedAt = now;
    if (acquired !== leads) {
      logger.info(acquired ? 'This executor is now the dispatcher' : 'This executor is no longer the dispatcher');
      rounds = newRounds();
      early = new EarlyRounds();
    }
    leads = acquired;
    metrics.leading.set(acquired ? 1 : 0);
    return acquired;
  }

  async function round(): Promise<number> {
    const now = performance.now();
    if (!(await lead(now))) return RENEW_EVERY_MS;
    if (early.begin(now)) {
      early.ended(await rounds.runEarly(now));
      return BUSY_MS;
    }
    const result = await rounds.run(now);
    early.ended(result, now);
    const failed = failures.reset();
    if (failed > 0) logger.info({ failures: failed }, 'Dispatching works again');
    return nextRoundMs(result);
  }

  const repetition = repeat('dispatcher', round, (error) => {
    // A lease that may have expired is not used.
    renewedAt = -Infinity;
    return failures.failed(error);
  });
  // Begins a round when children were started or a wait ended. If the notification is lost, the next round serves them.
  const hurry = (): void => {
    if (leads) repetition.hurry(early.notified());
  };
  parts.notifications.subscribe(DISPATCHER, hurry).catch((error: unknown) => {
    logger.warn({ err: error }, 'Could not subscribe to notifications; sessions wait for the next round');
  });
  // Due times have a separate loop, so that neither loop waits for the other.
  const decisions = repeat(
    'schedules',
    async () => {
      if (!leads) return dueTimes.rest();
      const pause = await dueTimes.run(performance.now());
      dueTimeFailures.reset();
      return pause;
    },
    (error) => dueTimeFailures.failed(error),
  );
  return {
    stop: async () => {
      await Promise.all([repetition.stop(), decisions.stop()]);
      if (leads) await dispatch.releaseLease('dispatcher', executorId).catch(parts.onStoreFailure);
      leads = false;
      metrics.leading.set(0);
    },
  };
}

function failuresOf(message: string, { logger, onStoreFailure }: DispatcherParts): LoopFailures {
  return new LoopFailures({ message, baseMs: BASE_BACK_OFF_MS, maxMs: MAX_BACK_OFF_MS, logger, onStoreFailure });
}
