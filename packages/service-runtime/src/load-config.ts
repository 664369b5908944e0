import { ConfigError, readEnv, readingOf, type Env } from './env-reader.ts';
import type { LogDestination } from './log-destination.ts';
import { createLogger, flushLogs } from './logger.ts';
import { findMistyped } from './mistyped-variables.ts';

const FLUSH_MS = 2_000;

/**
 * Reads a service's configuration from the environment. If it is invalid, this writes one line for each problem to the
 * log and exits with 1. `LOG_PRETTY` chooses JSON or lines for people. Each likely mistake is one warning.
 * @param read throws ConfigError with every problem
 * @param destination of these lines; standard output when left out
 */
export async function loadConfig<Config extends { logLevel: string; logPretty: boolean }>(
  service: string,
  env: Env,
  read: (env: Env) => Config | Promise<Config>,
  destination?: LogDestination,
): Promise<Config> {
  try {
    const config = await read(env);
    const { names, warnings } = readingOf(env);
    const doubts = [...warnings, ...findMistyped(Object.keys(env), names)];
    if (doubts.length > 0) {
      const logger = createLogger({ service, level: config.logLevel, pretty: config.logPretty, destination });
      for (const doubt of doubts) logger.warn(doubt);
    }
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const pretty = readEnv(env).flag('LOG_PRETTY', false);
    const logger = createLogger({ service, level: 'fatal', pretty, destination });
    for (const problem of error.problems) logger.fatal(`Cannot start: ${problem}`);
    await flushLogs(FLUSH_MS);
    process.exit(1);
  }
}
