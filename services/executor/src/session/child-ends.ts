import type { ChildWatch } from '@workflow/component-kit/run';

/**
 * The maximum time for which a session keeps its slot until one of its children ends: as long as an idle dispatcher
 * pauses.
 */
const MAX_WAIT_MS = 250;
/** At most one of this many slots may belong to a session that waits for its children. */
const SLOTS_PER_WAIT = 4;

interface Watch {
  hasEnded: boolean;
  wake: () => void;
}

/**
 * The ends of children on this executor. A step whose child ends soon continues without another claim. This is best
 * effort: a step that gets no answer here becomes WAITING, and PostgreSQL wakes it.
 */
export class ChildEnds {
  readonly #watches = new Map<string, Set<Watch>>();
  readonly #maxWaiting: number;
  #waiting = 0;

  /** @param slots the number of sessions that the executor runs at a time */
  constructor(slots: number) {
    this.#maxWaiting = Math.floor(slots / SLOTS_PER_WAIT);
  }

  /** Reports that a child ended. */
  ended(parentId: string): void {
    for (const watch of this.#watches.get(parentId) ?? []) {
      watch.hasEnded = true;
      watch.wake();
    }
  }

  /**
   * Watches the children of a session from now on.
   * @param signal of the step, which ends a wait
   */
  watch(sessionId: string, signal: AbortSignal): ChildWatch {
    const watch: Watch = { hasEnded: false, wake: () => undefined };
    const watches = this.#watches.get(sessionId) ?? new Set();
    this.#watches.set(sessionId, watches.add(watch));
    return {
      untilOneEnded: async () => {
        if (!watch.hasEnded && !signal.aborted && this.#waiting < this.#maxWaiting) await this.#wait(watch, signal);
        const { hasEnded } = watch;
        watch.hasEnded = false;
        return hasEnded;
      },
      close: () => {
        watches.delete(watch);
        if (watches.size === 0 && this.#watches.get(sessionId) === watches) this.#watches.delete(sessionId);
      },
    };
  }

  async #wait(watch: Watch, signal: AbortSignal): Promise<void> {
    const ended = Promise.withResolvers<void>();
    watch.wake = ended.resolve;
    const timer = setTimeout(ended.resolve, MAX_WAIT_MS);
    signal.addEventListener('abort', watch.wake);
    this.#waiting += 1;
    try {
      await ended.promise;
    } finally {
      this.#waiting -= 1;
      clearTimeout(timer);
      signal.removeEventListener('abort', watch.wake);
      watch.wake = () => undefined;
    }
  }
}
