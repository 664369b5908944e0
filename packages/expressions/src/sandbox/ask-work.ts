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
import { PartReader, partsOf, sizeOfPart } from './work-parts.ts';

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

  constructor({ maxResultBytes }: SandboxLimits) {
    this.#leftBytes = maxResultBytes;
  }

  /** The answer; `more`: not all of it is there; null: what no intact process sends. */
  take(message: unknown): SandboxAnswer | 'more' | null {
    const failure = readWorkFailure(message);
    if (failure !== null) return failure;
    if (typeof message === 'object' && message !== null && 'end' in message) return this.#whole();
    const part = readWorkPart(message, this.#leftBytes);
    if (part === null) return null;
    this.#leftBytes -= sizeOfPart(part);
    try {
      this.#parts.add(part);
      return 'more';
    } catch {
      return null;
    }
  }

  #whole(): SandboxAnswer {
    const values = this.#parts.values();
    return RESULT in values
      ? { kind: 'done', value: values[RESULT] ?? null }
      : sandboxFailure('SANDBOX_FAILED', 'the sandbox gave no result');
  }
}
