import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_ARGUMENTS } from '@workflow/service-runtime';
import { waitFor } from '@workflow/test-harness';
import { endWithProcess } from './end-with-process.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

export interface ServiceProcessOptions {
  service: 'ingress' | 'executor';
  env: Record<string, string>;
  /** Answers 200 when the service is ready. */
  readyUrl: string;
  /** Output goes here, for reading after a failure. */
  logFile: string;
  /** Put before `node`, as `faketime -f +5m` is. */
  wrapper?: string[];
}

/** A machine that does much else at the same time may need long to load a service. */
const READY_WITHIN_MS = 120_000;

/** One service as an operator runs it; it can be killed and started again with the same settings. */
export class ServiceProcess {
  readonly options: ServiceProcessOptions;
  #child: ChildProcess | null = null;
  /** Starts again after an exit that nobody asked for, as a supervisor does. */
  #supervised = false;
  readonly exits: { code: number | null; signal: string | null }[] = [];

  constructor(options: ServiceProcessOptions) {
    this.options = options;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`${this.options.service} does not run`);
    return this.#child.pid;
  }

  async start({ supervised = true, waitUntilReady = true } = {}): Promise<void> {
    this.#supervised = supervised;
    this.#spawn();
    if (waitUntilReady) await this.untilReady();
  }

  async untilReady(): Promise<void> {
    await waitFor(() => this.#isReady(), {
      withinMs: READY_WITHIN_MS,
      everyMs: 50,
      what: `${this.options.service} to be ready (see ${this.options.logFile})`,
    });
  }

  async #isReady(): Promise<true> {
    const answer = await fetch(this.options.readyUrl, { signal: AbortSignal.timeout(2_000) });
    if (!answer.ok) throw new Error(`${this.options.readyUrl} answered ${answer.status}: ${await answer.text()}`);
    return true;
  }

  /** SIGKILL; the supervisor starts it again. */
  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** SIGTERM, and waits for the exit. Returns how long it took, in milliseconds, and the exit code. */
  async stop(): Promise<{ tookMs: number; code: number | null }> {
    this.#supervised = false;
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return { tookMs: 0, code: child?.exitCode ?? null };
    const since = performance.now();
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    return { tookMs: performance.now() - since, code };
  }

  #spawn(): void {
    const { service, env, logFile, wrapper = [] } = this.options;
    const log = openSync(logFile, 'a');
    const [command, ...args] = [...wrapper, process.execPath, ...NODE_ARGUMENTS, `services/${service}/src/main.ts`];
    const child = spawn(command!, args, {
      cwd: REPOSITORY,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
      stdio: ['ignore', log, log],
    });
    this.#child = child;
    endWithProcess(child);
    child.once('exit', (code, signal) => {
      this.exits.push({ code, signal });
      if (this.#supervised && this.#child === child) this.#spawn();
    });
  }
}
