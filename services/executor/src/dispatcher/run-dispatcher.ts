import type { Logger } from '@workflow/service-runtime';
import type { SessionProducer } from '@workflow/session-queue';
import type { Dispatcher, DispatchPolicy } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { backOffMs } from '../runtime/back-off.ts';
import { repeat, type Repetition } from '../runtime/repeat.ts';
import { nextRoundMs } from './dispatch-pace.ts';
import { DispatchRounds } from './dispatch-round.ts';

export const DISPATCHER_LEASE = 'dispatcher';
/** A dispatcher that died is followed within this time. */
const LEASE_MS = 3_000;
const RENEW_EVERY_MS = 1_000;
const BASE_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 2_000;

export interface DispatcherParts {
  executorId: string;
  dispatcher: Dispatcher;
  producer: SessionProducer;
  policy: DispatchPolicy;
  executorDeadAfterMs: number;
  /** When an operation on PostgreSQL failed last, on `performance.now()`'s clock. */
  lastStoreFailureAt: () => number;
  onStoreFailure: (error: unknown) => void;
  metrics: ExecutorMetrics;
  logger: Logger;
}

/** Every executor runs this; the one that holds the lease dispatches. */
export function runDispatcher(parts: DispatcherParts): Repetition {
  const { dispatcher, executorId, logger, metrics } = parts;
  let leads = false;
  let renewedAt = -Infinity;
  let failures = 0;
  let rounds = newRounds();

  function newRounds(): DispatchRounds {
    return new DispatchRounds({
      ...parts,
      mayReoffer: () => performance.now() - parts.lastStoreFailureAt() > parts.executorDeadAfterMs,
    });
  }

  async function lead(now: number): Promise<boolean> {
    if (now - renewedAt < RENEW_EVERY_MS) return leads;
    const held = await dispatcher.holdLease(DISPATCHER_LEASE, executorId, LEASE_MS);
    renewedAt = now;
    if (held !== leads) {
      logger.info(held ? 'this executor dispatches' : 'another executor dispatches');
      rounds = newRounds();
    }
    leads = held;
    metrics.leading.set(held ? 1 : 0);
    return held;
  }

  async function round(): Promise<number> {
    const now = performance.now();
    if (!(await lead(now))) return RENEW_EVERY_MS;
    const result = await rounds.run(now);
    if (failures > 0) logger.info({ failures }, 'dispatching goes on');
    failures = 0;
    return nextRoundMs(result);
  }

  function failed(error: unknown): number {
    parts.onStoreFailure(error);
    failures += 1;
    if (failures === 1) logger.warn({ err: error }, 'dispatching waits');
    // A lease that may have run out is not relied on.
    renewedAt = -Infinity;
    return backOffMs(failures, BASE_BACK_OFF_MS, MAX_BACK_OFF_MS, Math.random());
  }

  const repetition = repeat(round, failed);
  return {
    stop: async () => {
      await repetition.stop();
      if (leads) await dispatcher.releaseLease(DISPATCHER_LEASE, executorId).catch(parts.onStoreFailure);
      leads = false;
      metrics.leading.set(0);
    },
  };
}
