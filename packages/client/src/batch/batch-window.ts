import { newIdempotencyKey } from '../runs/new-idempotency-key.ts';
import { timesOf } from '../runs/run-options.ts';
import type { Start } from '../runs/resolve-start.ts';
import type { BatchRun } from './batch-run.ts';

/** The buffer starts with this size and doubles when it is full. */
const FIRST_BYTES = 64 * 1024;

/**
 * The runs of one request, each at its place from 0. Their lines are stored in one buffer: thousands of separate
 * strings would survive many garbage collections until they are answered. The bytes of a run stay the same in all
 * tries, because its idempotency key is bound to them.
 */
export class BatchWindow {
  /** Index of the first run among all of the batch. */
  readonly firstIndex: number;
  /** Errors of runs that cannot be sent, by place. */
  readonly unsent = new Map<number, Error>();
  readonly #encoder = new TextEncoder();
  #bytes: Uint8Array;
  /** The end of each run's line in the buffer. A run that is not sent has the end of the one before. */
  readonly #ends: number[] = [];
  /** The workflow of each run as the caller named it. Null if the run named its trigger, which does not change. */
  readonly #workflows: (string | null)[] = [];
  /** Lines that replace those in the buffer. */
  readonly #replaced = new Map<number, Uint8Array>();

  /**
   * Creates a window.
   * @param expectedBytes size of all lines, such as the size of the previous window; the buffer grows if they are
   * longer
   */
  constructor(firstIndex: number, expectedBytes = 0) {
    this.firstIndex = firstIndex;
    this.#bytes = new Uint8Array(Math.max(FIRST_BYTES, expectedBytes));
  }

  /** The number of runs. */
  get size(): number {
    return this.#ends.length;
  }

  /** Returns the size of all lines from this place on, in bytes. */
  bytesFrom(place: number): number {
    return this.#endOf(this.size - 1) - this.#endOf(place - 1);
  }

  /** Adds a run that starts at a trigger. */
  add(run: BatchRun, { workflowId, componentId: startId }: Start): void {
    const { workflow, mode, values = {}, idempotencyKey = newIdempotencyKey(), componentId } = run;
    const times = timesOf(run);
    const line = { workflowId, componentId: startId, mode, ...times, placeholderValues: values, idempotencyKey };
    this.#ends.push(this.#write(`${JSON.stringify(line)}\n`));
    this.#workflows.push(componentId === undefined ? workflow : null);
  }

  /** Adds a run that cannot be sent. */
  addUnsent(error: Error): void {
    this.unsent.set(this.size, error);
    this.#ends.push(this.#endOf(this.size - 1));
    this.#workflows.push(null);
  }

  /** Returns the places of all runs that are sent. */
  places(): number[] {
    const places: number[] = [];
    for (let place = 0; place < this.size; place += 1) if (!this.unsent.has(place)) places.push(place);
    return places;
  }

  /** Returns the lines of these runs, one after the other. */
  body(places: readonly number[]): Uint8Array {
    const isWhole = places.length + this.unsent.size === this.size && this.#replaced.size === 0;
    if (isWhole) return this.#bytes.subarray(0, this.#endOf(this.size - 1));
    const lines = places.map((place) => this.#lineOf(place));
    const body = new Uint8Array(lines.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const line of lines) {
      body.set(line, end);
      end += line.length;
    }
    return body;
  }

  /**
   * Returns the workflow as the caller named it, if the run may start at another trigger than the one that was sent.
   */
  workflowOf(place: number): string | null {
    return this.#workflows[place] ?? null;
  }

  /** Returns the trigger and the mode of the run. */
  startOf(place: number): Start & Pick<BatchRun, 'mode'> {
    const line = new TextDecoder().decode(this.#lineOf(place));
    return JSON.parse(line) as Start & Pick<BatchRun, 'mode'>;
  }

  /** Sets the trigger of the run for good. */
  startAt(place: number, start: Start): void {
    const { workflowId, componentId } = start;
    const line = JSON.stringify({ ...this.startOf(place), workflowId, componentId });
    this.#replaced.set(place, this.#encoder.encode(`${line}\n`));
    this.#workflows[place] = null;
  }

  #lineOf(place: number): Uint8Array {
    return this.#replaced.get(place) ?? this.#bytes.subarray(this.#endOf(place - 1), this.#endOf(place));
  }

  #endOf(place: number): number {
    return place < 0 ? 0 : this.#ends[place]!;
  }

  /** Appends a text. @returns its end in the buffer */
  #write(text: string): number {
    let end = this.#endOf(this.size - 1);
    let remainingText = text;
    for (;;) {
      const { read, written } = this.#encoder.encodeInto(remainingText, this.#bytes.subarray(end));
      end += written;
      if (read === remainingText.length) return end;
      remainingText = remainingText.slice(read);
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
  }
}
