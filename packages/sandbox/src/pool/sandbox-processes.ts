import { AsyncLocalStorage } from 'node:async_hooks';
import { canChangeUser } from '../processes/process-user.ts';
import { sandboxFailure, type SandboxAnswer } from './sandbox-protocol.ts';
import type { SandboxStart, SandboxWorker, startSandboxWorker } from './sandbox-worker.ts';

export interface SandboxProcessesOptions {
  /** Maximum number of processes. A process starts when it is first needed and then remains. */
  processes: number;
  /** The heap of one process, in megabytes. */
  heapMegabytes: number;
  /** The file of the processes' program, which calls `servePrograms` or `serveDataJobs`. */
  entry: string;
  /**
   * If true, the processes start with the lower priority of slow programs, so that none has to be replaced after one.
   * Use it for work that usually takes long.
   */
  alwaysYield?: boolean;
  /** Called for each process that did not start, with the number of consecutive failed starts. */
  onFailedStart?: (start: 'late' | 'ended', inARow: number) => void;
}

interface SandboxProcessesEvents {
  /** Called when a process is idle, or another one may be started. */
  onAvailable(): void;
  /** Called when no process starts. All waiting programs get this answer. */
  onUnavailable(answer: SandboxAnswer): void;
}

/** After this many consecutive failed starts, programs fail. A machine that is only busy starts a process sooner. */
const MAX_FAILED_STARTS = 5;
/** The pause after a process that ended instead of starting. It doubles with each consecutive failed start. */
const START_AGAIN_AFTER_MS = 500;

/** Runs code without an owner, so that the first of many callers does not count as the owner of later turns. */
const outsideOfCallers = AsyncLocalStorage.snapshot();

/** Starts sandbox processes, holds the idle ones, and replaces those that end. */
export class SandboxProcesses {
  readonly #options: SandboxProcessesOptions;
  readonly #events: SandboxProcessesEvents;
  readonly #startWorker: typeof startSandboxWorker;
  readonly #idle: SandboxWorker[] = [];
  /** The processes, each with its place. */
  readonly #workers = new Map<SandboxWorker, number>();
  #closed = false;
  #asOtherUser = canChangeUser();
  /** The number of consecutive failed starts. */
  #failedStarts = 0;
  #startingAgain: NodeJS.Timeout | undefined;

  constructor(
    options: SandboxProcessesOptions,
    events: SandboxProcessesEvents,
    startWorker: typeof startSandboxWorker,
  ) {
    this.#options = options;
    this.#events = events;
    this.#startWorker = startWorker;
  }

  get idle(): number {
    return this.#idle.length;
  }

  /** Returns why every program fails; null while programs run. */
  problem(): string | null {
    return this.#failedStarts < MAX_FAILED_STARTS
      ? null
      : `No sandbox process could be started, ${this.#failedStarts} times in a row`;
  }

  /** Returns an idle process, or undefined if all are busy. */
  take(): SandboxWorker | undefined {
    let worker = this.#idle.pop();
    while (worker !== undefined && !worker.alive) worker = this.#idle.pop();
    return worker;
  }

  /** Makes a process idle again. Returns false if it ended and is being replaced. */
  putBack(worker: SandboxWorker): boolean {
    if (!worker.alive || this.#closed) return false;
    this.#idle.push(worker);
    return true;
  }

  /** Starts another process unless the maximum number runs. */
  startAnother(): void {
    if (this.#workers.size < this.#options.processes && this.#startingAgain === undefined) this.#spawn();
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#startingAgain);
    const ending = [...this.#workers.keys()].map((worker) => worker.gone);
    for (const worker of this.#workers.keys()) worker.kill();
    await Promise.all(ending);
  }

  #spawn(): void {
    const { heapMegabytes, entry, alwaysYield: alwaysYields } = this.#options;
    const place = this.#freePlace();
    const start = { heapMegabytes, place, asOtherUser: this.#asOtherUser, entry, alwaysYields };
    const worker = outsideOfCallers(() => this.#startWorker(start));
    this.#workers.set(worker, place);
    void worker.start.then((start) => {
      if (start !== 'ready' || this.#closed) return;
      this.#failedStarts = 0;
      this.#idle.push(worker);
      this.#events.onAvailable();
    });
    void worker.gone.then(async () => {
      this.#workers.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#afterEnd(await worker.start);
    });
  }

  #freePlace(): number {
    const taken = new Set(this.#workers.values());
    let place = 0;
    while (taken.has(place)) place += 1;
    return place;
  }

  #afterEnd(start: SandboxStart): void {
    if (this.#closed) return;
    if (start === 'ready') this.#spawn();
    else if (start === 'ended' && this.#asOtherUser) {
      this.#asOtherUser = false;
      this.#spawn();
    } else this.#afterFailedStart(start);
  }

  /**
   * Handles a failed start. Waiting programs did not cause it, so they begin on another executor, or here when a
   * process starts. They fail only after several consecutive failed starts.
   */
  #afterFailedStart(start: 'late' | 'ended'): void {
    this.#failedStarts += 1;
    this.#options.onFailedStart?.(start, this.#failedStarts);
    // Programs wait for the processes that run.
    if (this.#workers.size > 0) return;
    const problem = this.problem();
    if (problem !== null) this.#events.onUnavailable(sandboxFailure('SANDBOX_FAILED', problem));
    else if (start === 'late')
      this.#events.onUnavailable({ kind: 'not-begun', why: 'No sandbox process started in time' });
    else {
      const afterMs = START_AGAIN_AFTER_MS * 2 ** (this.#failedStarts - 1);
      this.#startingAgain ??= setTimeout(() => {
        this.#startingAgain = undefined;
        this.#events.onAvailable();
      }, afterMs);
    }
  }
}
