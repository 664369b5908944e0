import {
  createLogger,
  loadConfig,
  openTracing,
  runService,
  warnOfClock,
  TRACES_SENT_WITHIN_MS,
  type Env,
} from '@workflow/service-runtime';
import { readIngressConfig } from './config.ts';
import { AppContext } from './context.ts';
import { startIngress, type Ingress } from './start-ingress.ts';

/** Starts an ingress as this environment says. Returns once it handles signals; it may not have started yet. */
export async function runIngress(env: Env): Promise<void> {
  const config = await loadConfig('ingress', env, readIngressConfig);
  const logger = createLogger({ service: 'ingress', level: config.logLevel, pretty: config.logPretty });
  const tracing = config.tracing && (await openTracing(config.tracing, 'ingress', logger));
  let ingress: Ingress | undefined;

  runService({
    name: 'ingress',
    logger,
    deadlineMs: config.shutdownDeadlineMs,
    start: async () => {
      ingress = await startIngress(AppContext.fromConfig(config, { log: logger, tracing }));
      void warnOfClock(ingress.context.store.readClock, logger);
      logger.info({ port: ingress.port }, 'listening');
    },
    quiet: () => ingress?.quiet(),
    stop: async (withinMs) => {
      await ingress?.stop(withinMs);
      await tracing?.close(TRACES_SENT_WITHIN_MS);
    },
  });
}
