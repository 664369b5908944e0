import type { Logger } from '@workflow/service-runtime';
import type { SessionProducer } from '@workflow/session-queue';
import type { Dispatch, DispatchPolicy } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { backOffMs } from '../retry/back-off.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';
import { nextRoundMs } from './dispatch-pace.ts';
import { DispatchRounds } from './dispatch-round.ts';

/** Another executor replaces a dead dispatcher within this time. */
const LEASE_MS = 3_000;
const RENEW_EVERY_MS = 1_000;
const BASE_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 2_000;

export interface DispatcherParts {
  executorId: string;
  dispatcher: Dispatch;
  producer: SessionProducer;
  policy: DispatchPolicy;
  executorDeadAfterMs: number;
  /** When an operation on PostgreSQL failed last, on `performance.now()`'s clock. */
  lastStoreFailureAt: () => number;
  onStoreFailure: (error: unknown) => void;
  metrics: ExecutorMetrics;
  logger: Logger;
}

/** Every executor runs this; the one with the lease dispatches. */
export function runDispatcher(parts: DispatcherParts): Repetition {
  const { dispatcher, executorId, logger, metrics } = parts;
  let leads = false;
  let renewedAt = -Infinity;
  let failures = 0;
  let rounds = newRounds();

  function newRounds(): DispatchRounds {
    return new DispatchRounds({
      ...parts,
      mayRescue: () => performance.now() - parts.lastStoreFailureAt() > parts.executorDeadAfterMs,
    });
  }

  async function lead(now: number): Promise<boolean> {
    if (now - renewedAt < RENEW_EVERY_MS) return leads;
    const acquired = await dispatcher.acquireLease('dispatcher', executorId, LEASE_MS);
    renewedAt = now;
    if (acquired !== leads) {
      logger.info(acquired ? 'this executor dispatches' : 'another executor dispatches');
      rounds = newRounds();
    }
    leads = acquired;
    metrics.leading.set(acquired ? 1 : 0);
    return acquired;
  }

  async function round(): Promise<number> {
    const now = performance.now();
    if (!(await lead(now))) return RENEW_EVERY_MS;
    const result = await rounds.run(now);
    if (failures > 0) logger.info({ failures }, 'dispatching works again');
    failures = 0;
    return nextRoundMs(result);
  }

  function failed(error: unknown): number {
    parts.onStoreFailure(error);
    failures += 1;
    if (failures === 1) logger.warn({ err: error }, 'dispatching failed and is retried');
    // A lease that may have run out is not relied on.
    renewedAt = -Infinity;
    return backOffMs(failures, BASE_BACK_OFF_MS, MAX_BACK_OFF_MS, Math.random());
  }

  const repetition = repeat(round, failed);
  return {
    stop: async () => {
      await repetition.stop();
      if (leads) await dispatcher.releaseLease('dispatcher', executorId).catch(parts.onStoreFailure);
      leads = false;
      metrics.leading.set(0);
    },
  };
}
