import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProgram } from '@workflow/service-runtime';

/**
 * The address and key at the start. Later: a request for the duration of open requests that began at this time or
 * later.
 */
export type ToNeighbour = { url: string; apiKey: string } | { countsFrom: number };

export interface NeighbourSample {
  kind: string;
  /** The start time, as in `Date.now()`. */
  at: number;
  ms: number;
  /** A description of what was wrong with the answer, or null. */
  fault: string | null;
}

export type FromNeighbour = NeighbourSample | { longestUnderWayMs: number } | { isReady: true };

/** A request that takes longer is waited for, so that it counts for the case that caused it. */
const SLOW_MS = 500;

/** Another organization with ordinary work: runs that it waits for, deliveries, lists, events and bulk operations. */
export class Neighbour {
  readonly #child: ChildProcess;
  readonly #samples: NeighbourSample[] = [];
  readonly #ready = Promise.withResolvers<void>();
  #countsFrom = 0;
  #onDuration: (longestUnderWayMs: number) => void = () => undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message: FromNeighbour) => {
      if ('kind' in message) this.#samples.push(message);
      else if ('isReady' in message) this.#ready.resolve();
      else this.#onDuration(message.longestUnderWayMs);
    });
    child.once('exit', (code) => this.#ready.reject(new Error(`the neighbour ended with ${String(code)}`)));
  }

  /** Resolves when the neighbour works. */
  static async start(url: string, apiKey: string): Promise<Neighbour> {
    const main = join(import.meta.dirname, 'neighbour-main.ts');
    const neighbour = new Neighbour(
      await startProgram(process.execPath, [main], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
    );
    neighbour.#child.send({ url, apiKey } satisfies ToNeighbour);
    await neighbour.#ready.promise;
    return neighbour;
  }

  /** Ignores requests that began before now, because a service that they need has ended. */
  forget(): void {
    this.#countsFrom = Date.now();
  }

  /** Returns the samples since the last call, after slow open requests have ended. */
  async takeSamples(withinMs: number): Promise<NeighbourSample[]> {
    const until = performance.now() + withinMs;
    while ((await this.#longestUnderWayMs()) > SLOW_MS && performance.now() < until) await pause(50);
    const stuckMs = await this.#longestUnderWayMs();
    const stuck = stuckMs > withinMs ? [{ kind: 'request', at: Date.now() - stuckMs, ms: stuckMs, fault: null }] : [];
    return [...this.#samples.splice(0), ...stuck].filter(({ at }) => at >= this.#countsFrom);
  }

  #longestUnderWayMs(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#onDuration = resolve;
    this.#child.send({ countsFrom: this.#countsFrom } satisfies ToNeighbour);
    return promise;
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}

/** Returns the time within which this share of the samples was done, in milliseconds. */
export function quantileMs(samples: readonly NeighbourSample[], share: number): number {
  const times = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
