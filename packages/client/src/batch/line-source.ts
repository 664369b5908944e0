import { ApiError } from '../errors/api-error.ts';
import { TriggerError, WorkflowNameError } from '../errors/client-errors.ts';
import { unlessAborted } from '../http/abort.ts';
import type { Starts } from '../runs/resolve-start.ts';
import { batchLine, type BatchLine } from './batch-line.ts';
import type { BatchResult, BatchRun } from './batch-run.ts';

/** Runs of one request. */
const MAX_LINES = 4_000;
/** Bytes of one request, about; one run may be larger. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** How long a request that is not full waits for further runs. */
const LINGER_MS = 10;

/** A line to send, or the result of a run that cannot be sent. */
export type BatchEntry = { line: BatchLine } | { result: BatchResult };

/** Reads runs ahead while those before are sent, one request's worth of them at most. */
export class LineSource {
  readonly #iterator: AsyncIterator<BatchRun> | Iterator<BatchRun>;
  readonly #starts: Starts;
  #ready: BatchEntry[] = [];
  #characters = 0;
  #ended = false;
  #failure: { error: unknown } | null = null;
  /** Called with each change; what waits looks again. */
  #changed = (): void => undefined;

  constructor(runs: Iterable<BatchRun> | AsyncIterable<BatchRun>, starts: Starts) {
    this.#iterator = Symbol.asyncIterator in runs ? runs[Symbol.asyncIterator]() : runs[Symbol.iterator]();
    this.#starts = starts;
    void this.#readAhead();
  }

  /** The next lines, one request's worth at most; none at the end. @throws what the runs threw; AbortError */
  async take(signal: AbortSignal | undefined): Promise<BatchEntry[]> {
    await unlessAborted(
      signal,
      this.#until(() => this.#ready.length > 0 || this.#ended),
    );
    if (this.#ready.length === 0 && this.#failure !== null) throw this.#failure.error;
    await unlessAborted(signal, this.#linger());
    const taken = this.#ready;
    this.#ready = [];
    this.#characters = 0;
    this.#notify();
    return taken;
  }

  /** Reads nothing further. */
  close(): void {
    this.#ended = true;
    this.#notify();
    // A generator that is being waited for ends later, and nobody waits for it.
    void (async () => this.#iterator.return?.())().catch(() => undefined);
  }

  async #readAhead(): Promise<void> {
    try {
      for (let index = 0; !this.#ended; index += 1) {
        const next = (await this.#iterator.next()) as IteratorResult<BatchRun, undefined>;
        if (next.done === true) break;
        const entry = await this.#entryOf(index, next.value);
        this.#ready.push(entry);
        if ('line' in entry) this.#characters += entry.line.text.length;
        this.#notify();
        if (this.#isFull) await this.#until(() => !this.#isFull || this.#ended);
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#ended = true;
    this.#notify();
  }

  async #entryOf(index: number, run: BatchRun): Promise<BatchEntry> {
    try {
      return { line: batchLine(index, run, await this.#starts.resolve(run.workflow, run)) };
    } catch (error) {
      const isOfTheRun =
        error instanceof ApiError || error instanceof TriggerError || error instanceof WorkflowNameError;
      if (!isOfTheRun) throw error;
      return { result: { index, error } };
    }
  }

  get #isFull(): boolean {
    return this.#ready.length >= MAX_LINES || this.#characters >= MAX_CHARACTERS;
  }

  async #linger(): Promise<void> {
    if (this.#isFull || this.#ended) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LINGER_MS);
    });
    await Promise.race([over, this.#until(() => this.#isFull || this.#ended)]);
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
