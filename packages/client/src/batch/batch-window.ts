import { newIdempotencyKey } from '../runs/new-idempotency-key.ts';
import type { Start } from '../runs/resolve-start.ts';
import type { BatchRun } from './batch-run.ts';

/** Grows by doubling. */
const FIRST_BYTES = 64 * 1024;

/**
 * Runs that are sent together, each at its place from 0. What is sent of them lies in one buffer: thousands of texts
 * would outlive many collections of garbage until their answers are there. The bytes of a run stay the same through all
 * tries, because its key is bound to them.
 */
export class BatchWindow {
  /** Index of the first run among all of the batch. */
  readonly firstIndex: number;
  /** Why a run cannot be sent, by its place. */
  readonly unsent = new Map<number, Error>();
  readonly #encoder = new TextEncoder();
  #bytes: Uint8Array;
  /** Where the line of each run ends; where the one before ends for a run that is not sent. */
  readonly #ends: number[] = [];
  /** What each run called its workflow; null: it named the component to start at, and starts nowhere else. */
  readonly #workflows: (string | null)[] = [];
  /** Lines that replace those in the buffer. */
  readonly #replaced = new Map<number, Uint8Array>();

  /** @param expectedBytes of all lines, such as those of the window before; more are taken where they are needed */
  constructor(firstIndex: number, expectedBytes = 0) {
    this.firstIndex = firstIndex;
    this.#bytes = new Uint8Array(Math.max(FIRST_BYTES, expectedBytes));
  }

  /** Runs in it. */
  get size(): number {
    return this.#ends.length;
  }

  /** Bytes of all lines from that place on. */
  bytesFrom(place: number): number {
    return this.#endOf(this.size - 1) - this.#endOf(place - 1);
  }

  /** Adds a run that starts there. */
  add(
    { workflow, mode, values = {}, idempotencyKey = newIdempotencyKey(), componentId }: BatchRun,
    start: Start,
  ): void {
    const { workflowId } = start;
    const line = { workflowId, componentId: start.componentId, mode, placeholderValues: values, idempotencyKey };
    this.#ends.push(this.#write(`${JSON.stringify(line)}\n`));
    this.#workflows.push(componentId === undefined ? workflow : null);
  }

  /** Adds a run that cannot be sent. */
  addUnsent(error: Error): void {
    this.unsent.set(this.size, error);
    this.#ends.push(this.#endOf(this.size - 1));
    this.#workflows.push(null);
  }

  /** Places of all runs that are sent. */
  places(): number[] {
    const places: number[] = [];
    for (let place = 0; place < this.size; place += 1) if (!this.unsent.has(place)) places.push(place);
    return places;
  }

  /** The lines of these runs, one after the other. */
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

  /** What the run called its workflow, where it may start at another trigger than the one it was sent with. */
  workflowOf(place: number): string | null {
    return this.#workflows[place] ?? null;
  }

  /** Where the run starts, and in which mode. */
  startOf(place: number): Start & Pick<BatchRun, 'mode'> {
    const line = new TextDecoder().decode(this.#lineOf(place));
    return JSON.parse(line) as Start & Pick<BatchRun, 'mode'>;
  }

  /** Lets the run start there, and nowhere else from now on. */
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

  /** @returns where the text ends in the buffer */
  #write(text: string): number {
    let end = this.#endOf(this.size - 1);
    let left = text;
    for (;;) {
      const { read, written } = this.#encoder.encodeInto(left, this.#bytes.subarray(end));
      end += written;
      if (read === left.length) return end;
      left = left.slice(read);
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
  }
}
