import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describeStillLoop, type ServiceProcess, type StillLoop } from '@workflow/test-harness';

export interface WatchedService {
  service: ServiceProcess;
  /** Answers while the event loop of the service runs. */
  healthUrl: string;
  /** The operator's limit of memory (deploy/helm/values.yaml). */
  mostMib: number;
}

/** A service that gave no answer for this time, and computed for half of it, is blocked for good and is killed. */
const STUCK_MS = 5_000;
/** The machine may be so busy that nothing else is answered either. */
const GIVEN_UP_MS = 60_000;
const CHECK_EVERY_MS = 500;
const TICKS_PER_SECOND = 100;

/** Records the faults of one process of a service during a case. */
export class ServiceWatch {
  readonly #watched: WatchedService;
  readonly #stillLoops: readonly StillLoop[];
  #stillLoopsSeen = 0;
  #exitsSeen = 0;
  #pid = 0;
  #isStuck = false;

  /** Creates a watch. @param stillLoops the blocked loops of all services, as the harness reports them */
  constructor(watched: WatchedService, stillLoops: readonly StillLoop[]) {
    this.#watched = watched;
    this.#stillLoops = stillLoops;
  }

  /** Starts to count faults. */
  begin(): void {
    const { service } = this.#watched;
    this.#pid = service.pid;
    this.#isStuck = false;
    this.#exitsSeen = service.exits.length;
    this.#stillLoopsSeen = this.#stillLoops.length;
    // Resets the peak of the memory (man proc_pid_clear_refs).
    writeFileSync(`/proc/${this.#pid}/clear_refs`, '5');
  }

  /** Kills the service if its loop is blocked; then it restarts. @returns true if the same process still runs */
  async check(): Promise<boolean> {
    const since = performance.now();
    let [computedSince, asked] = [this.#mainThreadMs(), since];
    while (!this.#hasEnded() && !(await this.#answers())) {
      const now = performance.now();
      if (now - since > GIVEN_UP_MS || this.#mainThreadMs() - computedSince > (now - asked) / 2) {
        this.#isStuck = true;
        await this.#watched.service.kill();
      }
      [computedSince, asked] = [this.#mainThreadMs(), now];
    }
    return !this.#hasEnded();
  }

  /** Checks the service repeatedly until `work` is done, so that nobody waits forever for a blocked one. */
  async during(work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = work.finally(() => (isOver = true));
    while (!isOver) await Promise.race([over, this.check().then(() => pause(CHECK_EVERY_MS))]);
    await over;
  }

  /** Waits until it is ready after a restart. */
  untilReady(): Promise<void> {
    return this.#watched.service.untilReady();
  }

  #hasEnded(): boolean {
    return this.#watched.service.exits.length > this.#exitsSeen;
  }

  #answers(): Promise<boolean> {
    return fetch(this.#watched.healthUrl, { signal: AbortSignal.timeout(STUCK_MS) }).then(
      () => true,
      () => false,
    );
  }

  /** Returns the CPU time of its main thread (man proc_pid_stat); 0 after it has ended. */
  #mainThreadMs(): number {
    try {
      const stat = readFileSync(`/proc/${this.#pid}/task/${this.#pid}/stat`, 'utf8');
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
        .map(Number);
      return ((user! + system!) * 1_000) / TICKS_PER_SECOND;
    } catch {
      return 0;
    }
  }

  /** Describes its faults since the start. */
  faults(): string[] {
    const { service, mostMib } = this.#watched;
    const name = service.options.service;
    if (this.#isStuck) return [`${name} computed for more than ${STUCK_MS} ms without an answer`];
    const ended = service.exits.slice(this.#exitsSeen);
    if (ended.length > 0) return ended.map(({ code, signal }) => `${name} ended with ${signal ?? `code ${code}`}`);
    const still = this.#stillLoops
      .slice(this.#stillLoopsSeen)
      .filter(({ service: stood }) => stood === name)
      .toSorted((a, b) => b.cpuMs - a.cpuMs);
    const mib = this.#highestMib();
    return [
      // The longest one is sufficient.
      ...still.slice(0, 1).map(describeStillLoop),
      ...(mib > mostMib ? [`${name} took ${Math.round(mib)} MiB (at most ${mostMib})`] : []),
    ];
  }

  #highestMib(): number {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8'))?.[1]) / 1024;
  }
}
