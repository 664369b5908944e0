import { AsyncLocalStorage } from 'node:async_hooks';
import { canChangeUser } from '../processes/process-user.ts';
import { sandboxFailure, type SandboxAnswer } from './sandbox-protocol.ts';
import type { SandboxStart, SandboxWorker, startSandboxWorker } from './sandbox-worker.ts';

export interface SandboxProcessesOptions {
  /** Processes at most; they start when first needed and stay. */
  processes: number;
  /** Heap of one process. */
  heapMegabytes: number;
  /** The file of the processes' program, which calls `servePrograms` or `serveWorks`. */
  entry: string;
  /**
   * They have the priority of programs that take long from their start, so that none has to be replaced after one. For
   * work that usually takes long.
   */
  alwaysYield?: boolean;
  /** Called for each process that did not start, with the number of failed starts in a row. */
  onFailedStart?: (start: 'late' | 'ended', inARow: number) => void;
}

interface SandboxProcessesEvents {
  /** There is an idle process, or one may be started again. */
  onAvailable(): void;
  /** None starts: all programs that wait get this answer. */
  onUnavailable(answer: SandboxAnswer): void;
}

/** After so many in a row without one that started, programs fail: a machine that is merely busy starts one sooner. */
const MAX_FAILED_STARTS = 5;
/** After a process that ended by itself instead of starting; doubles with each in a row. */
const START_AGAIN_AFTER_MS = 500;

/** Runs outside any owner: the first of many callers must not count as the owner of later turns. */
const outsideOfCallers = AsyncLocalStorage.snapshot();

/** Starts sandbox processes, keeps the idle ones, and replaces those that end. */
export class SandboxProcesses {
  readonly #options: SandboxProcessesOptions;
  readonly #events: SandboxProcessesEvents;
  readonly #startWorker: typeof startSandboxWorker;
  readonly #idle: SandboxWorker[] = [];
  /** Each with its place. */
  readonly #workers = new Map<SandboxWorker, number>();
  #closed = false;
  #asOtherUser = canChangeUser();
  /** In a row. */
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

  /** Why programs fail whatever they are; null: they do not. */
  unfit(): string | null {
    return this.#failedStarts < MAX_FAILED_STARTS
      ? null
      : `no sandbox process could be started, ${this.#failedStarts} times in a row`;
  }

  /** An idle process; undefined: all are busy. */
  take(): SandboxWorker | undefined {
    let worker = this.#idle.pop();
    while (worker !== undefined && !worker.alive) worker = this.#idle.pop();
    return worker;
  }

  /** Makes a process idle again. false: it ended meanwhile, and is being replaced. */
  putBack(worker: SandboxWorker): boolean {
    if (!worker.alive || this.#closed) return false;
    this.#idle.push(worker);
    return true;
  }

  /** Starts another process, unless there are as many as there may be. */
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
   * A process that did not start is no fault of the programs that wait: they begin on another executor, or here once a
   * process starts. They fail when none does again and again.
   */
  #afterFailedStart(start: 'late' | 'ended'): void {
    this.#failedStarts += 1;
    this.#options.onFailedStart?.(start, this.#failedStarts);
    // Programs wait for those.
    if (this.#workers.size > 0) return;
    const unfit = this.unfit();
    if (unfit !== null) this.#events.onUnavailable(sandboxFailure('SANDBOX_FAILED', unfit));
    else if (start === 'late')
      this.#events.onUnavailable({ kind: 'not-begun', why: 'no sandbox process started in time' });
    else {
      const afterMs = START_AGAIN_AFTER_MS * 2 ** (this.#failedStarts - 1);
      this.#startingAgain ??= setTimeout(() => {
        this.#startingAgain = undefined;
        this.#events.onAvailable();
      }, afterMs);
    }
  }
}
