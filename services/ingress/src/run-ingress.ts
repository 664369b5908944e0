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
import { readIngressConfig } from './config.ts';
import { AppContext } from './context.ts';
import { startIngress, type Ingress } from './start-ingress.ts';

/**
 * Starts ingress with the settings of the environment. Returns when it handles signals, which may be before it has
 * started.
 */
export async function runIngress(env: Env): Promise<void> {
  guardJsonParse();
  const config = await loadConfig('ingress', env, readIngressConfig);
  const logger = createLogger({ service: 'ingress', level: config.logLevel, pretty: config.logPretty });
  const tracing = config.tracing && (await openTracing(config.tracing, 'ingress', logger));
  let ingress: Ingress | undefined;
  let watch: TurnWatch | undefined;
  const {
    databaseUrl,
    blockedTurns: { retentionDays },
  } = config;
  const options: RecordOptions = { databaseUrl, executorId: null, retentionDays };
  const recorder = { url: import.meta.resolve('@workflow/session-store/record-blocked-turn.ts'), options };

  runService({
    name: 'ingress',
    logger,
    deadlineMs: config.shutdownDeadlineMs,
    start: async () => {
      ingress = await startIngress(AppContext.fromConfig(config, { log: logger, tracing }));
      watch = watchTurns({ service: 'ingress', config, logger, recorder });
      void warnOfClock(ingress.context.store.readClock, logger);
      logger.info({ port: ingress.port }, 'listening');
    },
    quiet: () => ingress?.quiet(),
    stop: async (withinMs) => {
      await ingress?.stop(withinMs);
      await watch?.stop();
      await tracing?.close(TRACES_SENT_WITHIN_MS);
    },
  });
}
