import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '@workflow/test-harness';

export interface WatchedService {
  service: ServiceProcess;
  /** Answers while the service's loop turns. */
  healthUrl: string;
  /** What an operator gives it (deploy/helm/values.yaml). */
  mostMib: number;
}

/** A loop that stands still for longer delays everybody whom the service serves. */
const MOST_STILL_MS = 250;
/** One that gave no answer for so long, and computed for half of it, stands still for good: it is killed. */
const STUCK_MS = 5_000;
/** A machine may be so busy that nothing else is answered either. */
const GIVEN_UP_MS = 60_000;
const CHECK_EVERY_MS = 500;
const TICKS_PER_SECOND = 100;

/** What one process of a service does wrong while something happens to it. */
export class ServiceWatch {
  readonly #watched: WatchedService;
  readonly #folder: string;
  #recordsSeen = 0;
  #exitsSeen = 0;
  #pid = 0;
  #isStuck = false;

  constructor(watched: WatchedService, folder: string) {
    this.#watched = watched;
    this.#folder = folder;
  }

  /** Faults are counted from now on. */
  begin(): void {
    const { service } = this.#watched;
    this.#pid = service.pid;
    this.#isStuck = false;
    this.#exitsSeen = service.exits.length;
    this.#recordsSeen = this.#records().length;
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
    const stillMs = Math.max(0, ...this.#records().slice(this.#recordsSeen));
    const mib = this.#highestMib();
    const stoodStill = `${name}'s loop stood still for ${stillMs} ms of its own CPU (at most ${MOST_STILL_MS})`;
    return [
      ...(stillMs > MOST_STILL_MS ? [stoodStill] : []),
      ...(mib > mostMib ? [`${name} took ${Math.round(mib)} MiB (at most ${mostMib})`] : []),
    ];
  }

  #records(): number[] {
    const file = join(this.#folder, String(this.#pid));
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').map(Number) : [];
  }

  #highestMib(): number {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8'))?.[1]) / 1024;
  }
}
