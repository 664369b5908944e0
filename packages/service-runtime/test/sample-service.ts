import { createLogger, runService } from '../src/index.ts';

const [mode] = process.argv.slice(2);
const logger = createLogger({ service: 'sample', level: 'info' });
const alive = setInterval(() => undefined, 1_000);

runService({
  name: 'sample',
  logger,
  deadlineMs: mode === 'stuck' ? 1_500 : 5_000,
  start: async () => {
    if (mode === 'starting') {
      logger.info('connects');
      await new Promise(() => undefined);
    }
    if (mode === 'broken') throw new Error('no database');
    if (mode === 'warning') process.emitWarning('something is deprecated');
    if (mode === 'console') globalThis.console.error('[library] connection of %s lost', 'redis');
    if (mode === 'uncaught') setTimeout(() => void Promise.reject(new Error('forgotten')), 10);
  },
  quiet: () => logger.info('takes no more'),
  stop: async (withinMs) => {
    logger.info({ withinMs }, 'finishes');
    if (mode === 'stuck') await new Promise(() => undefined);
    clearInterval(alive);
  },
});
