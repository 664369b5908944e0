import {
  createLogger,
  loadConfig,
  openTracing,
  runService,
  warnOfClock,
  watchTurns,
  TRACES_SENT_WITHIN_MS,
  type Env,
  type TurnWatch,
} from '@workflow/service-runtime';
import type { RecordOptions } from '@workflow/session-store';
import { guardJsonParse } from '@workflow/workflow-model';
import { readExecutorConfig } from './config.ts';
import { ExecutorContext } from './context.ts';
import { createExecutor } from './runtime/executor.ts';

/**
 * Starts an executor with the settings of the environment. Returns when it handles signals, which may be before it has
 * started.
 */
export async function runExecutor(env: Env): Promise<void> {
  guardJsonParse();
  const config = await loadConfig('executor', env, readExecutorConfig);
  const logger = createLogger({ service: 'executor', level: config.logLevel, pretty: config.logPretty });
  const tracing = config.tracing && (await openTracing(config.tracing, 'executor', logger));
  const context = ExecutorContext.fromConfig(config, { logger, tracing });
  const executor = createExecutor(context, (reason) => shutDown(reason, 1));

  let watch: TurnWatch | undefined;
  const {
    databaseUrl,
    blockedTurns: { retentionDays },
  } = config;
  const options: RecordOptions = { databaseUrl, executorId: context.executorId, retentionDays };
  const recorder = { url: import.meta.resolve('@workflow/session-store/record-blocked-turn.ts'), options };

  const shutDown = runService({
    name: 'executor',
    logger,
    start: async () => {
      await executor.start();
      watch = watchTurns({ service: 'executor', config, logger, recorder, active: executor.active });
      void warnOfClock(context.store.readClock, logger);
    },
    quiet: () => executor.quiet(),
    stop: async (withinMs) => {
      await executor.stop(withinMs);
      await watch?.stop();
      await tracing?.close(TRACES_SENT_WITHIN_MS);
    },
    deadlineMs: config.shutdownDeadlineMs,
  });
}
