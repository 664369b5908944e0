import { ApiError } from '../errors/api-error.ts';
import { TriggerError, WorkflowNameError } from '../errors/client-errors.ts';
import { unlessAborted } from '../http/abort.ts';
import type { Starts } from '../runs/resolve-start.ts';
import type { BatchRun } from './batch-run.ts';
import { BatchWindow } from './batch-window.ts';

/** Maximum number of runs in one request and in memory. Another one is read when an earlier one has its result. */
const MAX_RUNS = 4_000;
/** Approximate maximum size of one request. One run may be larger. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A request that is not full waits this long for further runs. */
const LINGER_MS = 10;

/** Reads runs ahead while earlier ones get their results, at most as many as one request holds. */
export class WindowSource {
  readonly #iterator: AsyncIterator<BatchRun> | Iterator<BatchRun>;
  readonly #starts: Starts;
  #ready = new BatchWindow(0);
  /** The previous window, and the number of its runs that have results. */
  #taken = new BatchWindow(0);
  #settled = 0;
  #ended = false;
  #failure: { error: unknown } | null = null;
  /** Wakes the waiting method, which checks the state again. */
  #changed = (): void => undefined;

  constructor(runs: Iterable<BatchRun> | AsyncIterable<BatchRun>, starts: Starts) {
    this.#iterator = Symbol.asyncIterator in runs ? runs[Symbol.asyncIterator]() : runs[Symbol.iterator]();
    this.#starts = starts;
    void this.#readAhead();
  }

  /**
   * Returns the next runs, at most one request's worth, and none at the end.
   * @throws the error of the iterable; AbortError
   */
  async take(signal: AbortSignal | undefined): Promise<BatchWindow> {
    await unlessAborted(
      signal,
      this.#until(() => this.#ready.size > 0 || this.#ended),
    );
    if (this.#ready.size === 0 && this.#failure !== null) throw this.#failure.error;
    await unlessAborted(signal, this.#linger());
    const readyItems = this.#ready;
    this.#taken = readyItems;
    this.#settled = 0;
    this.#ready = new BatchWindow(readyItems.firstIndex + readyItems.size, readyItems.bytesFrom(0));
    return readyItems;
  }

  /** Reports that further runs of the previous window have results, so as many may be read ahead. */
  settled(count: number): void {
    this.#settled += count;
    this.#notify();
  }

  /** Stops reading. */
  close(): void {
    this.#ended = true;
    this.#notify();
    // A generator that is waiting ends later. Nobody waits for that.
    void (async () => this.#iterator.return?.())().catch(() => undefined);
  }

  async #readAhead(): Promise<void> {
    try {
      while (!this.#ended) {
        const following = this.#iterator.next();
        // Awaiting costs more than the rest of the processing of a run, so only promises are awaited.
        const next = 'then' in following ? await following : following;
        if (next.done === true) break;
        const run = next.value;
        const start = this.#starts.known(run.workflow, run);
        if (start === null) await this.#find(run);
        else this.#ready.add(run, start);
        this.#notify();
        if (this.#isFull) await this.#until(() => !this.#isFull || this.#ended);
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#ended = true;
    this.#notify();
  }

  async #find(run: BatchRun): Promise<void> {
    try {
      const start = await this.#starts.resolve(run.workflow, run);
      this.#ready.add(run, start);
    } catch (error) {
      const isOfTheRun =
        error instanceof ApiError || error instanceof TriggerError || error instanceof WorkflowNameError;
      if (!isOfTheRun) throw error;
      this.#ready.addUnsent(error);
    }
  }

  get #isFull(): boolean {
    const runs = this.#ready.size + this.#taken.size - this.#settled;
    return runs >= MAX_RUNS || this.#ready.bytesFrom(0) + this.#taken.bytesFrom(this.#settled) >= MAX_BYTES;
  }

  async #linger(): Promise<void> {
    if (this.#isFull || this.#ended) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ended = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LINGER_MS);
    });
    await Promise.race([ended, this.#until(() => this.#isFull || this.#ended)]);
    clearTimeout(timer);
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        const before = this.#changed;
        this.#changed = () => {
          before();
          resolve();
        };
      });
    }
  }

  #notify(): void {
    const notify = this.#changed;
    this.#changed = () => undefined;
    notify();
  }
}
