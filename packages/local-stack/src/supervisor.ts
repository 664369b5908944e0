import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { NODE_ARGUMENTS } from '@workflow/service-runtime';
import { restartDelayMs } from './restart-policy.ts';

export interface SupervisedService {
  name: string;
  /** The file that Node.js runs. */
  entry: string;
  /** Arguments of Node.js, before the file. Default: those of a service. */
  nodeArguments?: readonly string[];
  /** Arguments after the file. */
  arguments?: readonly string[];
  env: Record<string, string | undefined>;
  onLine(line: string): void;
  /** Called before each restart. */
  onRestart(reason: string, delayMs: number): void;
}

export interface Supervisor {
  /** Sends SIGTERM, then SIGKILL if it takes longer than `withinMs`. The process is not restarted. */
  stop(withinMs: number): Promise<void>;
  kill(): void;
  /** How often the process exited on its own. */
  readonly restarts: number;
}

/**
 * Keeps one service running: when its process ends, another is started after a pause that grows while it
 * keeps ending early. Services run in their own process groups, because Ctrl-C signals the terminal's whole
 * group and they must stop in order; an IPC channel tells them when this process is gone.
 */
export function supervise(service: SupervisedService): Supervisor {
  const { nodeArguments = NODE_ARGUMENTS, arguments: programArguments = [] } = service;
  let child: ChildProcess | null = null;
  let restarts = 0;
  let endedEarly = 0;
  let stopping = false;
  let pause: NodeJS.Timeout | undefined;

  function start(): void {
    const startedAt = performance.now();
    const started = spawn(process.execPath, [...nodeArguments, service.entry, ...programArguments], {
      env: service.env as NodeJS.ProcessEnv,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    for (const output of [started.stdout!, started.stderr!])
      createInterface({ input: output }).on('line', service.onLine);
    started.once('exit', (code, signal) => {
      child = null;
      if (stopping) return;
      restarts += 1;
      const ranMs = performance.now() - startedAt;
      const { delayMs, early } = restartDelayMs(ranMs, endedEarly);
      endedEarly = early;
      service.onRestart(signal ?? `exit code ${code}`, delayMs);
      pause = setTimeout(start, delayMs);
    });
  }

  start();
  return {
    get restarts() {
      return restarts;
    },
    kill: () => void child?.kill('SIGKILL'),
    stop: async (withinMs) => {
      stopping = true;
      clearTimeout(pause);
      if (child === null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const cutOff = setTimeout(() => child?.kill('SIGKILL'), withinMs);
      await ended;
      clearTimeout(cutOff);
    },
  };
}
