import { format } from 'node:util';
import { takeLibraryError } from '@workflow/outbound/library-use';
import { boundHeapGrowth, letHeapGrow } from './heap.ts';
import { flushLogs, type Logger } from './logger.ts';

export interface ServiceSteps {
  name: string;
  logger: Logger;
  start(): Promise<void>;
  /** Phase one: take no new work, answer `/readyz` with 503, return soon. */
  quiet(): Promise<void> | void;
  /** Phase two: finish open work within `withinMs`, release the rest, close connections. */
  stop(withinMs: number): Promise<void>;
  /** Both phases together; after it the process exits whatever is still under way. */
  deadlineMs: number;
}

/** Lines are written within this time at exit, or are given up. */
const FLUSH_MS = 2_000;
/** What is left of the deadline for closing connections after the work was released. */
const CLOSING_MS = 1_000;
/** A start that takes longer than this after the signal is aborted; it has no work in hand. */
const START_GRACE_MS = 500;

/** Shuts the service down as SIGTERM does, when it finds that the process must be replaced. */
export type Shutdown = (reason: string, exitCode: number) => void;

/**
 * Starts a service and stops it in two phases on SIGTERM, SIGINT, or when the supervisor that opened an IPC channel is
 * gone. A second signal exits at once. An error that nobody caught is logged, and the process exits with 1, because its
 * state is unknown; an error of a contained library fails the use of the library instead.
 */
export function runService(steps: ServiceSteps): Shutdown {
  boundHeapGrowth();
  const { logger, name, deadlineMs } = steps;
  let stopping = false;

  async function exit(code: number): Promise<never> {
    await flushLogs(FLUSH_MS);
    process.exit(code);
  }

  function fail(err: unknown, message: string): void {
    logger.fatal({ err }, message);
    void exit(1);
  }

  async function shutDown(reason: string, exitCode: number): Promise<void> {
    const since = performance.now();
    logger.info({ reason, deadlineMs }, `${name} stops`);
    const deadline = setTimeout(
      () => fail(new Error(`not stopped within ${deadlineMs} ms`), `${name} is cut off`),
      deadlineMs,
    );
    try {
      if (!(await settlesWithin(started, START_GRACE_MS))) {
        logger.info(`${name} stopped before it had started`);
        await exit(exitCode);
      }
      await steps.quiet();
      await steps.stop(Math.max(0, deadlineMs - (performance.now() - since) - CLOSING_MS));
      clearTimeout(deadline);
      logger.info({ tookMs: Math.round(performance.now() - since) }, `${name} stopped`);
      await exit(exitCode);
    } catch (err) {
      fail(err, `${name} could not stop in order`);
    }
  }

  const ask: Shutdown = (reason, exitCode) => {
    if (stopping) return;
    stopping = true;
    void shutDown(reason, exitCode);
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) {
        logger.warn({ signal }, `${name} exits at once`);
        void exit(1);
      } else ask(signal, 0);
    });
  }
  // Node.js writes them itself otherwise, in lines that are not JSON.
  process.removeAllListeners('warning');
  process.on('warning', ({ name: warning, message }) => logger.warn({ warning }, message));
  logConsole(logger);
  const onUncaught = (message: string) => (err: unknown) => {
    const fault = takeLibraryError(err);
    if (fault === null) fail(err, message);
    else logger.warn({ err, library: fault.library }, 'a library threw an error that failed its step');
  };
  process.on('uncaughtException', onUncaught('an error was not caught'));
  process.on('unhandledRejection', onUncaught('a rejection was not handled'));

  const started = steps.start();
  started.then(
    () => {
      letHeapGrow();
      logger.info(`${name} started`);
    },
    (err: unknown) => fail(err, `${name} could not start`),
  );
  const supervisorIsGone = (): void => ask('the supervisor is gone', 0);
  // It may have ended while this process loaded its code.
  if (process.send !== undefined && !process.connected) supervisorIsGone();
  else process.on('disconnect', supervisorIsGone);
  return ask;
}

/** Libraries write some messages to the console, in lines that are not JSON. */
function logConsole(logger: Logger): void {
  const write =
    (level: 'debug' | 'info' | 'warn') =>
    (...said: unknown[]): void =>
      logger[level]({ from: 'console' }, format(...said));
  Object.assign(console, {
    debug: write('debug'),
    log: write('info'),
    info: write('info'),
    warn: write('warn'),
    error: write('warn'),
    trace: write('debug'),
  });
}

async function settlesWithin(started: Promise<void>, withinMs: number): Promise<boolean> {
  const settled = started.then(
    () => true,
    () => true,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs);
  });
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
