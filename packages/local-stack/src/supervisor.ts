import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { restartDelayMs } from './restart-policy.ts';

export interface SupervisedProgram {
  /** Starts its process. A rejection counts as its end. */
  start(): Promise<ChildProcess>;
  /** Its process, if it already runs. Without it one is started immediately. */
  running?: ChildProcess;
  /** The signals that stop it in order or immediately. The default is SIGTERM and SIGKILL. */
  signals?: { stop: NodeJS.Signals; kill: NodeJS.Signals };
  /** Called before each restart. */
  onRestart(end: UnexpectedEnd): void;
}

export interface UnexpectedEnd {
  reason: string;
  /** The pause until it is started again. */
  delayMs: number;
  /** The number of times in a row that it ended, including this time, without having run for long in between. */
  inARow: number;
}

export interface Supervisor {
  /** Sends the signal that stops it, then SIGKILL if it takes longer than `withinMs`. It is not restarted. */
  stop(withinMs: number): Promise<void>;
  kill(): void;
  /** The number of times that the process exited by itself. */
  readonly restarts: number;
}

/**
 * Keeps a program running. When its process ends, it is started again after a pause, which grows while the process
 * keeps ending.
 */
export function supervise(program: SupervisedProgram): Supervisor {
  const { signals = { stop: 'SIGTERM', kill: 'SIGKILL' } } = program;
  let child: ChildProcess | null = null;
  let starting = Promise.resolve();
  let restarts = 0;
  let endedEarly = 0;
  let stopping = false;
  let pause: NodeJS.Timeout | undefined;

  function start(): void {
    const startedAt = performance.now();
    starting = program.start().then(
      (started) => watch(started, startedAt),
      (error: unknown) => onEnd((error as Error).message, startedAt),
    );
  }

  function watch(started: ChildProcess, startedAt: number): void {
    child = started;
    started.once('exit', (code, signal) => {
      child = null;
      onEnd(signal ?? `exit code ${code}`, startedAt);
    });
  }

  function onEnd(reason: string, startedAt: number): void {
    if (stopping) return;
    restarts += 1;
    const { delayMs, early } = restartDelayMs(performance.now() - startedAt, endedEarly);
    endedEarly = early;
    program.onRestart({ reason, delayMs, inARow: early });
    pause = setTimeout(start, delayMs);
  }

  if (program.running === undefined) start();
  else watch(program.running, performance.now());
  return {
    get restarts() {
      return restarts;
    },
    kill: () => void child?.kill(signals.kill),
    stop: async (withinMs) => {
      stopping = true;
      clearTimeout(pause);
      await starting;
      if (child === null) return;
      const ended = once(child, 'exit');
      child.kill(signals.stop);
      const cutOff = setTimeout(() => child?.kill('SIGKILL'), withinMs);
      await ended;
      clearTimeout(cutOff);
    },
  };
}
