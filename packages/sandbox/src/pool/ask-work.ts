import { hasTurnLeft, nextTurn } from '../turns/run-in-turns.ts';
import { readWorkFailure, readWorkPart } from './read-work-answer.ts';
import {
  RESULT,
  sandboxFailure,
  type SandboxAnswer,
  type SandboxLimits,
  type WorkHeader,
  type WorkRequest,
} from './sandbox-protocol.ts';
import { PartReader, partsOf, sizeOfPart, type WorkPart } from './work-parts.ts';

/** Hands a work and its values to a process, as much of them in one turn of the event loop as a turn may take. */
export async function sendWork(
  { work, values, limits }: WorkRequest,
  send: (message: WorkHeader | object) => void,
): Promise<void> {
  send({ work, limits } satisfies WorkHeader);
  for (const part of partsOf(values)) {
    send(part);
    if (!hasTurnLeft()) await nextTurn();
  }
  send({ end: true });
}

/** What the process of a work answers, message by message. */
export class AnsweredWork {
  readonly #parts = new PartReader();
  #leftBytes: number;
  /** A process may write parts faster than they are read. */
  #reading: Promise<void> = Promise.resolve();
  /** A part was no JSON. */
  #isBroken = false;

  constructor({ maxResultBytes }: SandboxLimits) {
    this.#leftBytes = maxResultBytes;
  }

  /**
   * `more`: not all of the answer is there. Otherwise the answer, which is read in turns of the event loop; null: what
   * no intact process sends.
   */
  take(message: unknown): 'more' | Promise<SandboxAnswer | null> {
    const failure = readWorkFailure(message);
    if (failure !== null) return Promise.resolve(failure);
    if (typeof message === 'object' && message !== null && 'end' in message) return this.#whole();
    const part = readWorkPart(message, this.#leftBytes);
    if (part === null || this.#isBroken) return Promise.resolve(null);
    this.#leftBytes -= sizeOfPart(part);
    this.#reading = this.#reading.then(() => this.#read(part));
    return 'more';
  }

  async #read(part: WorkPart): Promise<void> {
    if (!hasTurnLeft()) await nextTurn();
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
      : sandboxFailure('SANDBOX_FAILED', 'the sandbox gave no result');
  }
}
