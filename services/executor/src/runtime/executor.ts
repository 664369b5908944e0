import { startMetricsServer, type MetricsServer } from '@workflow/service-runtime';
import type { ExecutorContext } from '../context.ts';
import { runDispatcher } from '../dispatcher/run-dispatcher.ts';
import { runRetention } from '../dispatcher/run-retention.ts';
import { registerGauges } from '../health/executor-metrics.ts';
import { watchExecutor } from '../health/watch-executor.ts';
import { HandBackRequest } from '../session/index.ts';
import { AloneGate } from './alone-gate.ts';
import { handBackUnheld } from './hand-back-unheld.ts';
import { HeldSessions } from './held-sessions.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createHolds } from './holds.ts';
import { logRarely } from './log-rarely.ts';
import type { Repetition } from './repeat.ts';
import { createJobRunner } from './run-job.ts';
import { isRetryable, waitOut } from './wait-out.ts';

/** Of the time to stop, kept for handing back and closing. */
const HAND_BACK_MS = 3_000;

export interface Executor {
  /** Resolves when PostgreSQL knows this executor and jobs are taken; waits out an outage. */
  start(): Promise<void>;
  /** Takes no more. */
  quiet(): Promise<void>;
  /** Finishes what is in hand within `withinMs`, hands the rest back and closes. */
  stop(withinMs: number): Promise<void>;
  readonly metricsPort: number | null;
}

/** @param onDead the executor takes nothing though work waits: its supervisor must replace it */
export function createExecutor(context: ExecutorContext, onDead: (reason: string) => void): Executor {
  const { config, executorId, logger, metrics, producer, signals, store } = context;
  const held = new HeldSessions();
  const stopping = new AbortController();
  const loops: Repetition[] = [];
  let heartbeat: Repetition | null = null;
  let metricsServer: MetricsServer | null = null;
  let stopped: Promise<void> | null = null;
  let draining = false;
  let lastStoreFailureAt = -Infinity;
  const warn = logRarely(logger, 'PostgreSQL is in trouble');

  function onStoreFailure(error: unknown): void {
    // The store's errors say whether a retry may help; the queue's do not, and are counted by the queue.
    if (!isRetryable(error)) return;
    lastStoreFailureAt = performance.now();
    metrics.storeFailures.inc();
    warn(error);
  }

  const holds = createHolds({ hold: () => consumer.hold(), release: () => consumer.release() });
  const gate = new AloneGate(holds);
  const run = createJobRunner({
    executorId, logger, sessions: store.sessions, signals, runSession: context.runSession, held, gate, metrics, onStoreFailure,
  });
  const consumer = context.createConsumer({ concurrency: config.concurrency, run });

  async function start(): Promise<void> {
    const watch = watchExecutor({
      consumer, held, holds, concurrency: config.concurrency, maxRssBytes: config.maxRssBytes, isDraining: () => draining, logger, onDead,
    });
    loops.push(watch);
    registerGauges(metrics.registry, { running: () => held.size, waiting: () => watch.waiting });
    if (config.metricsPort !== 0) {
      metricsServer = await startMetricsServer({ port: config.metricsPort, registry: metrics.registry, ready: () => watch.ready() });
    }
    const self = { id: executorId, host: config.host, concurrency: config.concurrency };
    await waitOut(() => store.executors.register(self), stopping.signal, onStoreFailure);
    heartbeat = startHeartbeat({
      executorId, registry: store.executors, sessions: store.sessions, held, isDraining: () => draining, logger, onStoreFailure,
    });
    await consumer.start();
    loops.push(
      runDispatcher({
        executorId, producer, metrics, logger, onStoreFailure,
        dispatcher: store.dispatcher,
        policy: { maxWindow: config.maxWindow, minOrganizationWindow: config.minOrganizationWindow },
        executorDeadAfterMs: config.executorDeadAfterMs,
        lastStoreFailureAt: () => lastStoreFailureAt,
      }),
      runRetention({
        executorId, metrics, logger, onStoreFailure,
        retentionDays: config.retentionDays,
        dispatcher: store.dispatcher,
        retention: store.retention,
      }),
    );
  }

  async function quiet(): Promise<void> {
    draining = true;
    stopping.abort();
    await consumer.quiet();
  }

  async function stop(withinMs: number): Promise<void> {
    const finishBy = performance.now() + Math.max(0, withinMs - HAND_BACK_MS);
    await Promise.all(loops.map((loop) => loop.stop()));
    if (!(await held.emptied(Math.max(0, finishBy - performance.now())))) await handBack();
    await consumer.close(HAND_BACK_MS / 3);
    await heartbeat?.stop();
    // Nothing runs here any more: what is still in hand never got an answer to its claim.
    await handBackUnheld({ executorId, registry: store.executors, sessions: store.sessions, held: new HeldSessions(), logger }).catch(onStoreFailure);
    await store.executors.unregister(executorId).catch(onStoreFailure);
    await Promise.all([signals.close(), producer.close(), context.closeSessions(), metricsServer?.close()]);
    await store.close();
  }

  /** Sessions that do not let go are handed back over their heads: their fence lets nothing through afterwards. */
  async function handBack(): Promise<void> {
    logger.info({ sessions: held.size }, 'sessions are handed back');
    held.abortAll(new HandBackRequest());
    if (await held.emptied(HAND_BACK_MS / 3)) return;
    await Promise.all(held.claims().map((fence) => store.sessions.end(fence, { kind: 'handed-back' }, []).catch(onStoreFailure)));
  }

  return {
    start,
    quiet,
    stop: (withinMs) => (stopped ??= stop(withinMs)),
    get metricsPort() {
      return metricsServer?.port ?? null;
    },
  };
}
