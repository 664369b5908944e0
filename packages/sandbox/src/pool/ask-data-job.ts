import { hasTimeLeft, nextSlice } from '../slices/run-in-slices.ts';
import { readDataJobFailure, readDataJobPart } from './read-data-job-answer.ts';
import {
  RESULT,
  sandboxFailure,
  type SandboxAnswer,
  type SandboxLimits,
  type DataJobHeader,
  type DataJobRequest,
} from './sandbox-protocol.ts';
import { PartReader, partsOf, sizeOfPart, type ValuePart } from './value-parts.ts';

/** Sends a data job and its values to a process, in time slices of the event loop. */
export async function sendDataJob(
  { dataJob, values, limits }: DataJobRequest,
  send: (message: DataJobHeader | object) => void,
): Promise<void> {
  send({ dataJob, limits } satisfies DataJobHeader);
  for (const part of partsOf(values)) {
    send(part);
    if (!hasTimeLeft()) await nextSlice();
  }
  send({ end: true });
}

/** Collects the answer of a process that runs a data job, message by message. */
export class DataJobAnswer {
  readonly #parts = new PartReader();
  #leftBytes: number;
  /** A process may write parts faster than they are read. */
  #reading: Promise<void> = Promise.resolve();
  /** True if a part was not JSON. */
  #isBroken = false;

  constructor({ maxResultBytes }: SandboxLimits) {
    this.#leftBytes = maxResultBytes;
  }

  /**
   * Returns `more` while the answer is incomplete. Otherwise it returns the answer, which is read in time slices of the
   * event loop. It resolves to null for a message that no intact process sends.
   */
  take(message: unknown): 'more' | Promise<SandboxAnswer | null> {
    const failure = readDataJobFailure(message);
    if (failure !== null) return Promise.resolve(failure);
    if (typeof message === 'object' && message !== null && 'end' in message) return this.#whole();
    const part = readDataJobPart(message, this.#leftBytes);
    if (part === null || this.#isBroken) return Promise.resolve(null);
    this.#leftBytes -= sizeOfPart(part);
    this.#reading = this.#reading.then(() => this.#read(part));
    return 'more';
  }

  async #read(part: ValuePart): Promise<void> {
    if (!hasTimeLeft()) await nextSlice();
    try {
      this.#parts.add(part);
    } catch {
      this.#isBroken = true;
    }
  }

  async #whole(): Promise<SandboxAnswer | null> {
    await this.#reading;
    if (this.#isBroken) return null;
    const values = this.#parts.values();
    return RESULT in values
      ? { kind: 'done', value: values[RESULT] ?? null }
      : sandboxFailure('SANDBOX_FAILED', 'The sandbox gave no result');
  }
}
