import { SandboxProcesses, type SandboxProcessesOptions } from './sandbox-processes.ts';
import { sandboxFailure, type ProgramRunner, type SandboxAnswer, type SandboxRequest } from './sandbox-protocol.ts';
import { startSandboxWorker, type SandboxWorker } from './sandbox-worker.ts';
import { TurnQueue, type Owner } from './turn-queue.ts';

export interface SandboxOptions extends SandboxProcessesOptions {
  /**
   * Maximum number of programs that wait for a process. If more wait, the newest program of the organization with most
   * of them fails with SANDBOX_BUSY.
   */
  maxQueued: number;
  /** A program that waits longer, in milliseconds, fails with SANDBOX_BUSY. */
  maxWaitMs: number;
}

export interface Sandbox extends ProgramRunner {
  /** Returns why all programs fail, for example because no process starts; null while programs run. */
  problem(): string | null;
  /** Ends all processes. Waiting and running programs end with SANDBOX_FAILED. */
  close(): Promise<void>;
}

/** A program, from its request until its answer. */
interface Program {
  readonly request: SandboxRequest;
  readonly owner: Owner;
  readonly settle: (answer: SandboxAnswer) => void;
  /** The process that runs the program, or null while it waits. */
  worker: SandboxWorker | null;
  startedAt: number;
  /** True if its process was given to another organization. The program starts again. */
  isDisplaced: boolean;
}

/** After one of these failures the memory of the process may have grown permanently, so it is replaced. */
const REPLACE_AFTER = new Set(['CODE_MEMORY', 'SANDBOX_FAILED']);
/** Most programs take less time than this, and end before they would be displaced. */
const DISPLACE_AFTER_MS = 150;
const LOOK_EVERY_MS = 50;
/** For this time after an organization used a process, one process is reserved for its next program. */
const EXPECTED_FOR_MS = 2_000;
/** A program that takes longer gets a lower CPU priority. */
const YIELD_AFTER_MS = 500;

/**
 * A pool of sandbox processes, each of which runs one program at a time. Organizations take turns. One organization may
 * use all processes as long as no other wants one. If another wants one and has none, a program of the organization
 * with more than half of them is displaced. Programs have no side effects, so it can start again. For some time
 * afterwards, one process is reserved for the other organization. A process that was killed is replaced immediately.
 */
export function createSandbox(options: SandboxOptions, startWorker = startSandboxWorker): Sandbox {
  return new SandboxPool(options, startWorker);
}

class SandboxPool implements Sandbox {
  readonly #options: SandboxOptions;
  readonly #processes: SandboxProcesses;
  /** The number of processes that one organization may use while others wait. */
  readonly #share: number;
  readonly #queue = new TurnQueue<Program>();
  readonly #running = new Set<Program>();
  /** When each recent organization got its last answer. */
  readonly #lastAnswer = new Map<string, number>();
  #looking: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SandboxOptions, startWorker: typeof startSandboxWorker) {
    this.#options = options;
    const events = { onAvailable: () => this.#pump(), onUnavailable: this.#answerAllWaiting.bind(this) };
    this.#processes = new SandboxProcesses(options, events, startWorker);
    this.#share = Math.max(1, Math.floor(options.processes / 2));
  }

  run(request: SandboxRequest, owner: Owner, signal?: AbortSignal): Promise<SandboxAnswer> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (this.#closed) return Promise.resolve(sandboxFailure('SANDBOX_FAILED', 'The sandbox is closed'));
    const { maxWaitMs, maxQueued } = this.#options;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        clearTimeout(waiting);
        this.#abort(program);
        reject(signal?.reason as Error);
      };
      const settle = (answer: SandboxAnswer) => {
        clearTimeout(waiting);
        signal?.removeEventListener('abort', onAbort);
        resolve(answer);
      };
      const program: Program = { request, owner, settle, worker: null, startedAt: 0, isDisplaced: false };
      const waiting = setTimeout(() => this.#waitedTooLong(program), maxWaitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.add(owner, program);
      if (this.#queue.size > maxQueued)
        this.#giveUp(this.#queue.newestOfLargest(), 'Too many programs wait for the sandbox');
      this.#pump();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopLooking();
    this.#answerAllWaiting(sandboxFailure('SANDBOX_FAILED', 'The sandbox is closed'));
    await this.#processes.close();
  }

  problem(): string | null {
    return this.#processes.problem();
  }

  #answerAllWaiting(answer: SandboxAnswer): void {
    for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) next.settle(answer);
  }

  #pump(): void {
    while (this.#queue.size > 0) {
      const worker = this.#processes.take();
      if (worker === undefined) {
        this.#processes.startAnother();
        break;
      }
      const program = this.#takeNext();
      if (program === undefined) {
        this.#processes.putBack(worker);
        break;
      }
      void this.#work(worker, program);
    }
    if (this.#queue.size > 0) this.#looking ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
    else this.#stopLooking();
  }

  #stopLooking(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  /**
   * Returns the next program. While organizations with fewer processes wait or are expected, no organization exceeds
   * its share.
   */
  #takeNext(): Program | undefined {
    const withinShare = this.#queue.take((organizationId) => this.#runningOf(organizationId) < this.#share);
    if (withinShare !== undefined) return withinShare;
    const isLast = this.#running.size + 1 >= this.#options.processes;
    return isLast && this.#isAnyoneExpected() ? undefined : this.#queue.take();
  }

  #isAnyoneExpected(): boolean {
    const lately = performance.now() - EXPECTED_FOR_MS;
    for (const [organizationId, answeredAt] of this.#lastAnswer) {
      if (answeredAt < lately) this.#lastAnswer.delete(organizationId);
      else if (this.#runningOf(organizationId) === 0) return true;
    }
    return false;
  }

  #look(): void {
    this.#makeRoom();
    this.#pump();
  }

  #runningOf(organizationId: string): number {
    let count = 0;
    for (const { owner } of this.#running) if (owner.organizationId === organizationId) count += 1;
    return count;
  }

  async #work(worker: SandboxWorker, program: Program): Promise<void> {
    program.worker = worker;
    program.startedAt = performance.now();
    this.#running.add(program);
    const yielding = setTimeout(() => worker.yield(), YIELD_AFTER_MS);
    const answer = await worker.ask(program.request);
    clearTimeout(yielding);
    this.#running.delete(program);
    program.worker = null;
    if (program.isDisplaced) {
      this.#startAgain(program);
      return;
    }
    this.#lastAnswer.delete(program.owner.organizationId);
    this.#lastAnswer.set(program.owner.organizationId, performance.now());
    program.settle(answer);
    const isSpoilt =
      (answer.kind !== 'not-begun' && answer.isBroken === true) ||
      (answer.kind === 'failure' && REPLACE_AFTER.has(answer.code));
    if (isSpoilt || worker.yields) worker.kill();
    else if (this.#processes.putBack(worker)) this.#pump();
  }

  #startAgain(program: Program): void {
    program.isDisplaced = false;
    if (this.#closed) {
      program.settle(sandboxFailure('SANDBOX_FAILED', 'The sandbox is closed'));
      return;
    }
    this.#queue.add(program.owner, program);
    this.#pump();
  }

  /** Displaces one program if an organization without a process waits. */
  #makeRoom(): void {
    const running = [...this.#running];
    const isNeeded = this.#queue.organizations().some((organizationId) => this.#runningOf(organizationId) === 0);
    if (!isNeeded || running.some(({ isDisplaced }) => isDisplaced)) return;
    const startedBy = performance.now() - DISPLACE_AFTER_MS;
    const displaceable = running
      .filter(({ owner, startedAt }) => startedAt <= startedBy && this.#runningOf(owner.organizationId) > this.#share)
      .sort((a, b) => a.startedAt - b.startedAt);
    // The program that began last loses the least work.
    const last = displaceable.at(-1);
    if (last === undefined) return;
    last.isDisplaced = true;
    last.worker?.kill();
  }

  #giveUp(program: Program | undefined, why: string): void {
    if (program !== undefined && this.#queue.remove(program.owner, program))
      program.settle(sandboxFailure('SANDBOX_BUSY', why));
  }

  /** Fails a program that waited too long, because other programs use the processes, or no process runs. */
  #waitedTooLong(program: Program): void {
    const why = `The program waited longer than ${this.#options.maxWaitMs} ms for the sandbox`;
    if (this.#running.size + this.#processes.idle > 0) this.#giveUp(program, why);
    else if (this.#queue.remove(program.owner, program)) program.settle({ kind: 'not-begun', why });
  }

  #abort(program: Program): void {
    program.isDisplaced = false;
    program.worker?.kill();
    this.#queue.remove(program.owner, program);
  }
}
