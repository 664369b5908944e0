import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS } from '@workflow/service-bundles';
import { NODE_ARGUMENTS } from '@workflow/service-runtime';
import { stillLoop, type StillLoop } from '../loops/still-loop.ts';
import type { LoopMessage } from '../loops/report-long-turns.ts';
import { addStillLoop } from '../loops/test-file-loops.ts';
import { readTestEnvironment } from '../test-environment.ts';
import { waitFor } from '../wait-for.ts';
import { ServiceLog, type LogLine } from './service-log.ts';

export interface ServiceProcessOptions {
  service: 'ingress' | 'executor';
  /** The whole environment of the process. */
  env: Record<string, string>;
  /** URL that answers 200 when the service is ready. Default: the port is read from the log. */
  readyUrl?: string;
  /** A file for the output under load. Default: the lines are in `log`. */
  logFile?: string;
  /** A command prefix before `node`, such as `faketime -f +5m`. */
  wrapper?: string[];
  /** The file that Node.js runs. Default: this repository's bundle, which must exist (`bundledProgram`). */
  entry?: string;
  /** true: restarts after an unexpected exit, as a supervisor does. */
  supervised?: boolean;
  /**
   * Called when the event loop was blocked after the service was ready. Default: the current test file fails. Other
   * programs than this repository's bundles, and programs outside a test run, are not checked by default.
   */
  onStillLoop?: (still: StillLoop) => void;
}

export interface ServiceExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Long enough to load a service on a busy machine. */
const READY_WITHIN_MS = 240_000;
const STOPS_WITHIN_MS = 60_000;
const REPORT_LONG_TURNS = join(import.meta.dirname, '../loops/report-long-turns.ts');

/** One service as an operator runs it. It can be stopped, killed and started again with the same settings. */
export class ServiceProcess {
  readonly options: ServiceProcessOptions;
  readonly exits: ServiceExit[] = [];
  readonly #log: ServiceLog;
  readonly #onStillLoop: ((still: StillLoop) => void) | undefined;
  #child: ChildProcess | null = null;
  /** The process whose event loop is watched. */
  #watched: ChildProcess | null = null;
  #stopping = false;
  /** The reason why the program could not be started. */
  #failure: Error | null = null;

  constructor(options: ServiceProcessOptions) {
    this.options = options;
    this.#onStillLoop = options.onStillLoop ?? (isInTestRun(options) ? addStillLoop : undefined);
    this.#log = new ServiceLog(options.service);
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`${this.options.service} does not run`);
    return this.#child.pid;
  }

  get ended(): boolean {
    return this.#child === null || hasEnded(this.#child);
  }

  /** The log so far. Empty with a `logFile`. */
  get log(): readonly LogLine[] {
    return this.#log.lines;
  }

  /** Starts the process without waiting until it is ready. */
  start(): void {
    this.#stopping = false;
    const { service, env, logFile, wrapper = [], entry = PROGRAMS[service] } = this.options;
    const preload = this.#onStillLoop === undefined ? [] : [`--import=${REPORT_LONG_TURNS}`];
    const [command, ...args] = [...wrapper, process.execPath, ...NODE_ARGUMENTS, ...preload, entry];
    const output = logFile === undefined ? 'pipe' : openSync(logFile, 'a');
    // The channel closes when this process ends for any reason, so that the service can end as well.
    const child = spawn(command!, args, { env, stdio: ['ignore', output, output, 'ipc'] });
    if (typeof output === 'number') closeSync(output);
    this.#child = child;
    this.#log.read(child);
    child.on('error', (error) => {
      if (child.pid === undefined) this.#failure = error;
    });
    child.once('exit', (code, signal) => {
      this.exits.push({ code, signal });
      // A wrapper may end before the service, which ends when the channel closes.
      if (child.connected) child.disconnect();
      if (this.options.supervised === true && !this.#stopping && this.#child === child) this.start();
    });
  }

  /** Waits until the service is ready. @throws when it ends first or is not ready in time */
  async untilReady(): Promise<void> {
    const { service, readyUrl = '', logFile, supervised } = this.options;
    const isReady = async (): Promise<'ready' | 'ended'> => {
      if (this.#failure !== null) return 'ended';
      if (supervised !== true && this.ended) return 'ended';
      const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(2_000) });
      if (!answer.ok) throw new Error(`${readyUrl} answered ${answer.status}: ${await answer.text()}`);
      return 'ready';
    };
    const what = `${service} to be ready${logFile === undefined ? '' : ` (see ${logFile})`}`;
    const state = await waitFor(isReady, { withinMs: READY_WITHIN_MS, everyMs: 50, what });
    if (state === 'ended') throw new Error(`${service} ended:\n${this.#failure?.message ?? this.#log.tail()}`);
    await this.watchLoop();
  }

  /** Watches the event loop from now on. Called when the service is ready; resolves when it is watched. */
  async watchLoop(): Promise<void> {
    const [child, report] = [this.#child, this.#onStillLoop];
    if (child === null || report === undefined || hasEnded(child) || this.#watched === child) return;
    this.#watched = child;
    await new Promise<void>((resolve) => {
      child.on('message', (message: LoopMessage) => {
        if (message === 'watched') resolve();
        else report(stillLoop(this.options.service, message.longTurn));
      });
      child.once('exit', () => resolve());
      child.send('watch', () => {});
    });
  }

  /** Returns the first past or future line that matches. @throws when the process ends first or the time is over */
  untilLogged(fits: (line: LogLine) => boolean, withinMs?: number): Promise<LogLine> {
    if (this.#child === null) throw new Error(`${this.options.service} does not run`);
    return this.#log.until(this.#child, fits, withinMs);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Sends SIGKILL, as when a machine is lost. Resolves when the process has ended. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || hasEnded(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Stops the process as an orchestrator does: SIGTERM, and SIGKILL after `withinMs`. It is not started again. */
  async stop(withinMs = STOPS_WITHIN_MS): Promise<{ tookMs: number; code: number | null }> {
    this.#stopping = true;
    const child = this.#child;
    if (child === null || hasEnded(child)) return { tookMs: 0, code: child?.exitCode ?? null };
    const since = performance.now();
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const cutOff = setTimeout(() => child.kill('SIGKILL'), withinMs);
    await exited;
    clearTimeout(cutOff);
    return { tookMs: performance.now() - since, code: child.exitCode };
  }
}

function isInTestRun({ entry }: ServiceProcessOptions): boolean {
  return entry === undefined && readTestEnvironment().brokerUrl !== null;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
