import { createLogger, runService } from '@workflow/service-runtime';
import { readConfig } from './config.ts';
import { AppContext } from './context.ts';
import { startIngress, type Ingress } from './start-ingress.ts';

const config = readConfig(process.env);
const logger = createLogger({ service: 'ingress', level: config.logLevel, pretty: config.logPretty });
let ingress: Ingress | undefined;

runService({
  name: 'ingress',
  logger,
  deadlineMs: config.shutdownDeadlineMs,
  start: async () => {
    ingress = await startIngress(AppContext.fromConfig(config, { log: logger }));
    logger.info({ port: ingress.port }, 'listening');
  },
  quiet: () => ingress?.quiet(),
  stop: async (withinMs) => ingress?.stop(withinMs),
});
