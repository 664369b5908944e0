import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describeStillLoop, type ServiceProcess, type StillLoop } from '@workflow/test-harness';

export interface WatchedService {
  service: ServiceProcess;
  /** Answers while the service's loop turns. */
  healthUrl: string;
  /** What an operator gives it (deploy/helm/values.yaml). */
  mostMib: number;
}

/** One that gave no answer for so long, and computed for half of it, stands still for good: it is killed. */
const STUCK_MS = 5_000;
/** A machine may be so busy that nothing else is answered either. */
const GIVEN_UP_MS = 60_000;
const CHECK_EVERY_MS = 500;
const TICKS_PER_SECOND = 100;

/** What one process of a service does wrong while something happens to it. */
export class ServiceWatch {
  readonly #watched: WatchedService;
  readonly #stillLoops: readonly StillLoop[];
  #stillLoopsSeen = 0;
  #exitsSeen = 0;
  #pid = 0;
  #isStuck = false;

  /** @param stillLoops of all services, as the harness tells them */
  constructor(watched: WatchedService, stillLoops: readonly StillLoop[]) {
    this.#watched = watched;
    this.#stillLoops = stillLoops;
  }

  /** Faults are counted from now on. */
  begin(): void {
    const { service } = this.#watched;
    this.#pid = service.pid;
    this.#isStuck = false;
    this.#exitsSeen = service.exits.length;
    this.#stillLoopsSeen = this.#stillLoops.length;
    // The highest memory begins anew (man proc_pid_clear_refs).
    writeFileSync(`/proc/${this.#pid}/clear_refs`, '5');
  }

  /** Kills it where its loop turns no more; then it starts again. @returns whether it still runs as it began */
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

  /** Checks it again and again until `work` is done, and frees whoever waits for an answer that does not come. */
  async during(work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = work.finally(() => (isOver = true));
    while (!isOver) await Promise.race([over, this.check().then(() => pause(CHECK_EVERY_MS))]);
    await over;
  }

  /** Once it was started again. */
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

  /** Time of CPU that its main thread has used (man proc_pid_stat); 0 once it has ended. */
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

  /** What it did since the beginning, in words. */
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
      // The longest one tells enough.
      ...still.slice(0, 1).map(describeStillLoop),
      ...(mib > mostMib ? [`${name} took ${Math.round(mib)} MiB (at most ${mostMib})`] : []),
    ];
  }

  #highestMib(): number {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8'))?.[1]) / 1024;
  }
}
