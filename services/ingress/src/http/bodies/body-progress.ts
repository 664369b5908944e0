import { runAs, type TurnOwner } from '@workflow/service-runtime';

const OWNER: TurnOwner = { kind: 'task', name: 'body-progress', organizationId: null };
/** A body that is being read. */
export interface WatchedBody {
  /** Returns the bytes so far. */
  received(): number;
  /** Returns true while it waits for memory or its turn. It is then not read, so it cannot make progress. */
  paused(): boolean;
  /** Returns true if it uses memory for which others may wait. */
  reservesMemory(): boolean;
  /** Called when the body arrives too slowly. */
  tooSlow(): void;
}

interface BodyProgressOptions {
  /** A body must deliver `minBytes` in each `intervalMs`. */
  intervalMs: number;
  minBytes: number;
  /** Returns true when bodies wait for memory. */
  othersWait(): boolean;
}

/** While others wait for memory, a body that delivers less than this in a second, twice in a row, is ended. */
const MIN_BYTES_WHILE_OTHERS_WAIT = 64 * 1024;
const MAX_SLOW_SECONDS = 2;
const TICK_MS = 1_000;

interface Progress {
  sinceTicks: number;
  receivedThen: number;
  receivedAtTick: number;
  slowSeconds: number;
}

/**
 * Ends bodies that make no progress, so that nobody can hold memory or a connection by sending a byte from time to
 * time. One timer serves all bodies. It stops when there is none.
 */
export class BodyProgress {
  readonly #options: BodyProgressOptions;
  readonly #watched = new Map<WatchedBody, Progress>();
  #timer: NodeJS.Timeout | undefined;
  #tickedAt = 0;

  constructor(options: BodyProgressOptions) {
    this.#options = options;
  }

  watch(body: WatchedBody): void {
    this.#watched.set(body, { sinceTicks: 0, receivedThen: 0, receivedAtTick: 0, slowSeconds: 0 });
    if (this.#timer !== undefined) return;
    this.#tickedAt = performance.now();
    this.#timer = setInterval(() => runAs(OWNER, () => this.#tick()), TICK_MS).unref();
  }

  unwatch(body: WatchedBody): void {
    this.#watched.delete(body);
  }

  #tick(): void {
    const now = performance.now();
    const late = now - this.#tickedAt > 2 * TICK_MS;
    this.#tickedAt = now;
    // This process was busy, so bytes that arrived are not read yet.
    if (late) return;
    if (this.#watched.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    const othersWait = this.#options.othersWait();
    for (const [body, progress] of this.#watched) if (this.#isSlow(body, progress, othersWait)) body.tooSlow();
  }

  #isSlow(body: WatchedBody, progress: Progress, othersWait: boolean): boolean {
    const received = body.received();
    if (body.paused()) {
      Object.assign(progress, { sinceTicks: 0, receivedThen: received, receivedAtTick: received, slowSeconds: 0 });
      return false;
    }
    const inTheWay = othersWait && body.reservesMemory();
    const slow = inTheWay && received - progress.receivedAtTick < MIN_BYTES_WHILE_OTHERS_WAIT;
    progress.slowSeconds = slow ? progress.slowSeconds + 1 : 0;
    progress.receivedAtTick = received;
    if (progress.slowSeconds >= MAX_SLOW_SECONDS) return true;
    progress.sinceTicks += 1;
    if (progress.sinceTicks * TICK_MS < this.#options.intervalMs) return false;
    if (received - progress.receivedThen < this.#options.minBytes) return true;
    progress.sinceTicks = 0;
    progress.receivedThen = received;
    return false;
  }
}
