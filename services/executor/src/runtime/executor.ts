import { startMetricsServer, type MetricsServer } from '@workflow/service-runtime';
import type { StoreClock } from '@workflow/session-store';
import type { ExecutorConfig } from '../config.ts';
import type { ExecutorContext } from '../context.ts';
import { watchExecutor, type ExecutorWatch } from '../health/watch-executor.ts';
import { ABORTED, keepTrying } from '../loops/keep-trying.ts';
import { releaseOrphanedClaims, releaseSessions } from './release-claims.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import { startBackgroundLoops, type LoopParts } from './start-background-loops.ts';
import { openWork, type WorkParts } from './open-work.ts';
import type { Repetition } from '../loops/repeat.ts';
import { noteStoreFailures } from './store-failures.ts';

/** The part of the shutdown's time that is reserved for releasing sessions and closing connections. */
const RELEASE_MS = 3_000;
/** The active sessions of an executor that runs none. */
const NONE_ACTIVE = { ids: () => [], has: () => false };

/** The parts that an executor starts, reports on and closes, and those that its sessions and loops need. */
interface ExecutorParts
  extends
    WorkParts,
    LoopParts,
    Pick<ExecutorContext, 'closeSessions' | 'closeTokens' | 'packages' | 'sessionsProblem'> {
  config: WorkParts['config'] & LoopParts['config'] & Pick<ExecutorConfig, 'host' | 'maxRssBytes' | 'metricsPort'>;
  store: LoopParts['store'] & Pick<ExecutorContext['store'], 'close' | 'ping'>;
}

export interface Executor {
  /** Resolves when this executor is registered in PostgreSQL and processes jobs. Waits during an outage. */
  start(): Promise<void>;
  /** Claims no more sessions. */
  quiet(): Promise<void>;
  /** Finishes the active sessions within `withinMs`, releases the others and closes. */
  stop(withinMs: number): Promise<void>;
  /** Returns the ids of the active sessions. */
  active(): string[];
}

/**
 * Creates an executor.
 * @param onDead called if the executor processes no job although jobs wait, so that its supervisor must replace it
 */
export function createExecutor(parts: ExecutorParts, onDead: (reason: string) => void): Executor {
  const { config, executorId, logger, notifications, producer, store } = parts;
  const stopping = new AbortController();
  const loops: Repetition[] = [];
  let heartbeat: Heartbeat | null = null;
  let metricsServer: MetricsServer | null = null;
  let stopped: Promise<void> | null = null;
  let draining = false;
  const storeFailures = noteStoreFailures(parts);
  const onStoreFailure = storeFailures.note;
  const { clock, consumer, active, pauses, slots } = openWork(parts, onStoreFailure);

  async function start(): Promise<void> {
    await parts.packages.start();
    const watch = watchExecutor({
      consumer,
      active,
      pauses,
      concurrency: config.concurrency,
      maxRssBytes: config.maxRssBytes,
      isDraining: () => draining,
      storeAnswers: () => heartbeat?.isAnswered() ?? false,
      logger,
      onDead,
    });
    loops.push(watch);
    watchGauges(parts, active, watch);
    metricsServer = await serveMetrics(parts, watch, () => heartbeat !== null);
    const registered = await keepTrying(() => register(parts, clock), stopping.signal, onStoreFailure);
    if (registered === ABORTED) throw new Error('stopped before this executor was registered in PostgreSQL');
    heartbeat = startHeartbeat({
      executorId,
      execution: store.execution,
      active,
      clock,
      isDraining: () => draining,
      logger,
      onStoreFailure,
      onDrainRequested: drain,
    });
    await consumer.start();
    loops.push(...startBackgroundLoops(parts, storeFailures, clock));
  }

  async function quiet(): Promise<void> {
    draining = true;
    stopping.abort();
    slots.close();
    await consumer.quiet();
  }

  /** It remains alive without work until its supervisor stops it. */
  function drain(): void {
    if (draining) return;
    logger.info('An operator drains this executor, so it takes no further sessions');
    void quiet().catch(onStoreFailure);
  }

  async function stop(withinMs: number): Promise<void> {
    const finishBy = performance.now() + Math.max(0, withinMs - RELEASE_MS);
    await Promise.all(loops.map((loop) => loop.stop()));
    if (!(await active.emptied(Math.max(0, finishBy - performance.now()))))
      await releaseSessions({ execution: store.execution, active, logger, onStoreFailure, withinMs: RELEASE_MS / 3 });
    await consumer.close(RELEASE_MS / 3);
    await heartbeat?.stop();
    // No session runs any more. The claims of those that are still active were never answered.
    await releaseOrphanedClaims({ executorId, execution: store.execution, active: NONE_ACTIVE, logger }).catch(
      onStoreFailure,
    );
    await store.execution.unregisterExecutor(executorId).catch(onStoreFailure);
    await Promise.all([
      notifications.close(),
      producer.close(),
      parts.closeSessions(),
      parts.eventClient.close(),
      parts.files.close(),
      metricsServer?.close(),
    ]);
    await parts.closeTokens();
    await store.close();
  }

  return { start, quiet, stop: (withinMs) => (stopped ??= stop(withinMs)), active: () => active.ids() };
}

/**
 * Registers this executor in PostgreSQL, and reads PostgreSQL's time, which it needs to run a session before its claim.
 */
async function register(
  { config, executorId, store }: Pick<ExecutorParts, 'config' | 'executorId' | 'store'>,
  clock: StoreClock,
): Promise<void> {
  await store.ping();
  const { host, pool, concurrency } = config;
  await clock.learn(() => store.execution.registerExecutor({ id: executorId, host, pool, concurrency }));
}

function watchGauges(
  { config, metrics, producer }: Pick<ExecutorParts, 'config' | 'metrics' | 'producer'>,
  active: { size: number },
  watch: ExecutorWatch,
): void {
  metrics.watch({
    running: () => active.size,
    slots: () => config.concurrency,
    waiting: () => watch.waiting,
    carriedBytes: producer.carriedBytes,
  });
}

/** Serves metrics and readiness on a separate port, if one is configured. */
function serveMetrics(
  {
    config,
    logger,
    metrics,
    sessionsProblem,
  }: Pick<ExecutorParts, 'config' | 'logger' | 'metrics' | 'sessionsProblem'>,
  watch: ExecutorWatch,
  isRegistered: () => boolean,
): Promise<MetricsServer | null> {
  return startMetricsServer({
    port: config.metricsPort,
    registry: metrics.registry,
    logger,
    ready: () => {
      const { ok, checks } = watch.ready();
      // Later outages do not change readiness.
      const postgres = isRegistered() ? 'answered' : 'has not answered yet';
      const problem = sessionsProblem();
      return {
        ok: ok && isRegistered() && problem === null,
        checks: { postgres, ...checks, sandbox: problem ?? 'ok' },
      };
    },
  });
}
