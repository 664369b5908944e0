import { format } from 'node:util';
import { takeLibraryError } from '@workflow/outbound/library-use';
import { boundHeapGrowth, letHeapGrow } from './heap.ts';
import { flushLogs, type Logger } from './logger.ts';

export interface ServiceSteps {
  name: string;
  logger: Logger;
  start(): Promise<void>;
  /** Phase one: takes no new work, answers `/readyz` with 503 and returns soon. */
  quiet(): Promise<void> | void;
  /** Phase two: finishes open work within `withinMs`, releases the rest and closes connections. */
  stop(withinMs: number): Promise<void>;
  /** The limit of both phases together. Afterwards the process exits even if work is still open. */
  deadlineMs: number;
}

/** At exit, lines that are not written within this time are dropped. */
const FLUSH_MS = 2_000;
/** The part of the deadline that is reserved for closing connections after the work was released. */
const CLOSING_MS = 1_000;
/** A start that takes longer than this after the signal is aborted. It has claimed no work. */
const START_GRACE_MS = 500;

/** Shuts the service down as SIGTERM does, when the service finds that the process must be replaced. */
export type Shutdown = (reason: string, exitCode: number) => void;

/**
 * Starts a service and stops it in two phases on SIGTERM, SIGINT, or when the supervisor that opened an IPC channel has
 * ended. A second signal exits immediately. An error that nobody caught is logged, and the process exits with 1,
 * because its state is unknown. An error of a contained library fails only the use of the library.
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
      () => fail(new Error(`not stopped within ${deadlineMs} ms`), `${name} did not stop in time and is ended`),
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
      fail(err, `${name} could not stop cleanly`);
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
        logger.warn({ signal }, `${name} exits immediately`);
        void exit(1);
      } else ask(signal, 0);
    });
  }
  // Otherwise Node.js writes them itself, in lines that are not JSON.
  process.removeAllListeners('warning');
  process.on('warning', ({ name: warning, message }) => logger.warn({ warning }, message));
  logConsole(logger);
  const onUncaught = (message: string) => (err: unknown) => {
    const fault = takeLibraryError(err);
    if (fault === null) fail(err, message);
    else logger.warn({ err, library: fault.library }, 'A library threw an error, which failed its step');
  };
  process.on('uncaughtException', onUncaught('Ended because of an uncaught error'));
  process.on('unhandledRejection', onUncaught('Ended because of an unhandled rejection'));

  const started = steps.start();
  started.then(
    () => {
      letHeapGrow();
      logger.info(`${name} started`);
    },
    (err: unknown) => fail(err, `${name} could not start`),
  );
  const supervisorIsGone = (): void => ask('the supervisor has ended', 0);
  // The supervisor may have ended while this process loaded its code.
  if (process.send !== undefined && !process.connected) supervisorIsGone();
  else process.on('disconnect', supervisorIsGone);
  return ask;
}

/** Logs messages that libraries write to the console, because those lines are not JSON. */
function logConsole(logger: Logger): void {
  const write =
    (level: 'debug' | 'info' | 'warn') =>
    (...message: unknown[]): void =>
      logger[level]({ from: 'console' }, format(...message));
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
