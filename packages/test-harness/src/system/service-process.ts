import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS } from '@workflow/service-bundles';
import { NODE_ARGUMENTS } from '@workflow/service-runtime';
import { stillLoop, type StillLoop } from '../loops/still-loop.ts';
import type { LoopMessage } from '../loops/tell-long-turns.ts';
import { addStillLoop } from '../loops/test-file-loops.ts';
import { readTestEnvironment } from '../test-environment.ts';
import { waitFor } from '../wait-for.ts';
import { ServiceLog, type LogLine } from './service-log.ts';

export interface ServiceProcessOptions {
  service: 'ingress' | 'executor';
  /** The whole environment of the process. */
  env: Record<string, string>;
  /** URL that answers 200 when the service is ready; omitted if the log names the port. */
  readyUrl?: string;
  /** Where its output goes under load, when nobody should have to read it; left out, `log` has its lines. */
  logFile?: string;
  /** A command prefix before `node`, such as `faketime -f +5m`. */
  wrapper?: string[];
  /** The file that Node.js runs; left out, this repository's bundle, which has to be there (`bundledProgram`). */
  entry?: string;
  /** Restarts after an unexpected exit, as a supervisor does. */
  supervised?: boolean;
  /**
   * Called when the event loop stood still once the service was ready. Left out, that fails the test file that runs;
   * of programs other than this repository's bundles, and outside a test run, nothing is said then.
   */
  onStillLoop?: (still: StillLoop) => void;
}

export interface ServiceExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A busy machine may need long to load a service. */
const READY_WITHIN_MS = 240_000;
const STOPS_WITHIN_MS = 60_000;
const TELL_LONG_TURNS = join(import.meta.dirname, '../loops/tell-long-turns.ts');

/** One service as an operator runs it: it can be stopped, killed and started again with the same settings. */
export class ServiceProcess {
  readonly options: ServiceProcessOptions;
  readonly exits: ServiceExit[] = [];
  readonly #log: ServiceLog;
  readonly #onStillLoop: ((still: StillLoop) => void) | undefined;
  #child: ChildProcess | null = null;
  /** The process whose event loop is watched. */
  #watched: ChildProcess | null = null;
  #stopping = false;
  /** Why its program could not be started. */
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

  /** Its log so far; empty with a `logFile`. */
  get log(): readonly LogLine[] {
    return this.#log.lines;
  }

  /** Starts the process; whether it is ready is to be waited for. */
  start(): void {
    this.#stopping = false;
    const { service, env, logFile, wrapper = [], entry = PROGRAMS[service] } = this.options;
    const preload = this.#onStillLoop === undefined ? [] : [`--import=${TELL_LONG_TURNS}`];
    const [command, ...args] = [...wrapper, process.execPath, ...NODE_ARGUMENTS, ...preload, entry];
    const output = logFile === undefined ? 'pipe' : openSync(logFile, 'a');
    // The channel tells the service that this process is gone, however it ended.
    const child = spawn(command!, args, { env, stdio: ['ignore', output, output, 'ipc'] });
    if (typeof output === 'number') closeSync(output);
    this.#child = child;
    this.#log.read(child);
    child.on('error', (error) => {
      if (child.pid === undefined) this.#failure = error;
    });
    child.once('exit', (code, signal) => {
      this.exits.push({ code, signal });
      // A wrapper may end before the service, which ends with the channel.
      if (child.connected) child.disconnect();
      if (this.options.supervised === true && !this.#stopping && this.#child === child) this.start();
    });
  }

  /** @throws when it ends first, or is not ready in time */
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

  /** The service is ready: from now on its event loop may not stand still. Resolves once it is watched. */
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

  /** The first line, logged already or to come, that fits. @throws when the process ends first or time is over */
  untilLogged(fits: (line: LogLine) => boolean, withinMs?: number): Promise<LogLine> {
    if (this.#child === null) throw new Error(`${this.options.service} does not run`);
    return this.#log.until(this.#child, fits, withinMs);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** SIGKILL: what a lost machine looks like. Resolves when the process is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || hasEnded(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** As an orchestrator does: SIGTERM, and SIGKILL after `withinMs`. Not started again. */
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
