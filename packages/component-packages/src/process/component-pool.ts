import { TurnQueue, type Owner } from '@workflow/sandbox';
import { callFailure, type CallLimits, type ComponentAnswer, type ComponentCall } from './component-call.ts';
import { ComponentProcess } from './component-process.ts';
import type { NetworkOptions } from './network-streams.ts';

export interface ComponentPoolOptions {
  /** The highest number of processes, no more than 400. */
  processes: number;
  /** The resident memory of each process, in bytes. */
  maxMemoryBytes: number;
  network: NetworkOptions;
  /**
   * The number of calls that may wait for a process. When more wait, the newest call of the organization with most of
   * them fails with busy.
   */
  maxQueued: number;
  /** A call that waits longer, in milliseconds, fails with busy. */
  maxWaitMs: number;
}

/** The package that a call runs. `folder` is that of one exact version. */
export interface CalledPackage {
  name: string;
  version: string;
  folder: string;
}

export interface ComponentPool {
  /** Runs a call where it can cause no damage. Rejects with the signal's reason when aborted, never otherwise. */
  call(
    called: CalledPackage,
    owner: Owner,
    call: ComponentCall,
    limits: CallLimits,
    signal?: AbortSignal,
  ): Promise<ComponentAnswer>;
  /** Ends all processes. Calls that wait or run fail. */
  close(): Promise<void>;
}

interface Call {
  readonly called: CalledPackage;
  readonly owner: Owner;
  readonly call: ComponentCall;
  readonly limits: CallLimits;
  readonly signal: AbortSignal | undefined;
  readonly settle: (answer: ComponentAnswer) => void;
}

/** A process belongs to one organization and one version of a package for its whole life. */
interface Place {
  readonly key: string;
  readonly organizationId: string;
  readonly process: ComponentProcess;
  isBusy: boolean;
}

/**
 * Component processes, each for one organization and one version of a package. They stay warm. When another process is
 * needed and the limit is reached, the process that has been idle longest ends. Organizations take turns. An
 * organization that has processes never takes the last free place. Calls have effects, so no call is displaced.
 */
export function createComponentPool(options: ComponentPoolOptions): ComponentPool {
  return new Pool(options);
}

class Pool implements ComponentPool {
  readonly #options: ComponentPoolOptions;
  readonly #queue = new TurnQueue<Call>();
  /** Processes. The idle ones are in the order in which they became idle. */
  readonly #places = new Set<Place>();
  /** The numbers of processes that have not ended yet. */
  readonly #numbers = new Set<number>();
  #isClosed = false;

  constructor(options: ComponentPoolOptions) {
    this.#options = options;
  }

  call(
    called: CalledPackage,
    owner: Owner,
    call: ComponentCall,
    limits: CallLimits,
    signal?: AbortSignal,
  ): Promise<ComponentAnswer> {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    if (this.#isClosed) return Promise.resolve(callFailure('crashed', 'The executor is stopping'));
    const { maxWaitMs, maxQueued } = this.#options;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        clearTimeout(waiting);
        this.#queue.remove(owner, waiter);
        reject(signal?.reason as Error);
      };
      const settle = (answer: ComponentAnswer): void => {
        clearTimeout(waiting);
        signal?.removeEventListener('abort', onAbort);
        resolve(answer);
      };
      const waiter: Call = { called, owner, call, limits, signal, settle };
      const waiting = setTimeout(
        () => this.#giveUp(waiter, `The call waited longer than ${maxWaitMs} ms for a component process`),
        maxWaitMs,
      );
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.add(owner, waiter);
      if (this.#queue.size > maxQueued)
        this.#giveUp(this.#queue.newestOfLargest(), 'Too many calls wait for a component process');
      this.#pump();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take())
      next.settle(callFailure('crashed', 'The executor is stopping'));
    const ending = [...this.#places].map(({ process }) => process.gone);
    for (const { process } of this.#places) process.kill();
    await Promise.all(ending);
  }

  #pump(): void {
    for (;;) {
      const next = this.#queue.take((organizationId) => this.#mayHaveOne(organizationId));
      if (next === undefined) return;
      void this.#work(this.#placeFor(next), next);
    }
  }

  #mayHaveOne(organizationId: string): boolean {
    const busy = [...this.#places].filter(({ isBusy }) => isBusy);
    const own = busy.filter((place) => place.organizationId === organizationId).length;
    const free = this.#options.processes - busy.length;
    return free > 1 || (free === 1 && own === 0) || (free === 1 && this.#options.processes === 1);
  }

  /**
   * Returns a warm process of the same package and organization, or a new one. When there is no room, the process that
   * has been idle longest ends.
   */
  #placeFor({ called, owner: { organizationId } }: Call): Place {
    const key = `${organizationId} ${called.name}@${called.version}`;
    const idle = [...this.#places].filter(({ isBusy }) => !isBusy);
    const own = idle.find((place) => place.key === key && place.process.alive);
    if (own !== undefined) return own;
    const [longestIdle] = idle;
    if (this.#places.size >= this.#options.processes && longestIdle !== undefined) this.#end(longestIdle);
    const { maxMemoryBytes, network } = this.#options;
    const number = this.#freeNumber();
    const place = {
      key,
      organizationId,
      isBusy: true,
      process: new ComponentProcess({ folder: called.folder, maxMemoryBytes, network, place: number }),
    };
    void place.process.gone.then(() => {
      this.#places.delete(place);
      this.#numbers.delete(number);
    });
    this.#numbers.add(number);
    this.#places.add(place);
    return place;
  }

  #freeNumber(): number {
    let number = 0;
    while (this.#numbers.has(number)) number += 1;
    return number;
  }

  async #work(place: Place, { call, limits, signal, settle }: Call): Promise<void> {
    place.isBusy = true;
    const answer = (await place.process.starts())
      ? await place.process.call(call, limits, signal)
      : callFailure('crashed', 'Could not start the process of the component');
    place.isBusy = false;
    this.#places.delete(place);
    if (place.process.alive && !this.#isClosed) this.#places.add(place);
    else this.#end(place);
    settle(answer);
    this.#pump();
  }

  #end(place: Place): void {
    this.#places.delete(place);
    place.process.kill();
  }

  #giveUp(call: Call | undefined, why: string): void {
    if (call !== undefined && this.#queue.remove(call.owner, call)) call.settle(callFailure('busy', why));
  }
}
