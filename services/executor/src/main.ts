import { createLogger, runService } from '@workflow/service-runtime';
import { readExecutorConfig } from './config.ts';
import { ExecutorContext } from './context.ts';
import { createExecutor } from './runtime/executor.ts';

const config = readExecutorConfig(process.env);
const logger = createLogger({ service: 'executor', level: config.logLevel, pretty: config.logPretty });
const executor = createExecutor(ExecutorContext.fromConfig(config, logger), (reason) => shutDown(reason, 1));

const shutDown = runService({
  name: 'executor',
  logger,
  start: () => executor.start(),
  quiet: () => executor.quiet(),
  stop: (withinMs) => executor.stop(withinMs),
  deadlineMs: config.shutdownDeadlineMs,
});
