import type { MeasuredPart, RecordedPart, StepParts, StreamedText } from '../run/step-parts.ts';

/** Parts in memory. A part that ended is not changed. */
export class TestedParts implements StepParts {
  readonly maxConversationBytes = 4 * 1024 * 1024;
  readonly #recorded: RecordedPart[];
  readonly #streamed: string[];

  /** @param streamed gets the text of turns, piece by piece */
  constructor(recorded: RecordedPart[], streamed: string[]) {
    this.#recorded = recorded;
    this.#streamed = streamed;
  }

  stream(): StreamedText {
    return { add: (text) => void this.#streamed.push(text), end: () => Promise.resolve() };
  }

  async list(): Promise<MeasuredPart[]> {
    return this.#recorded
      .map((part) => ({ ...part, bytes: JSON.stringify([part.input, part.output]).length }))
      .sort(byNumber);
  }

  async read(numbers: readonly number[]): Promise<RecordedPart[]> {
    return structuredClone(this.#recorded.filter(({ number }) => numbers.includes(number))).sort(byNumber);
  }

  async record(parts: readonly RecordedPart[]): Promise<RecordedPart[]> {
    for (const part of structuredClone(parts)) {
      const at = this.#recorded.findIndex(({ number, attempt }) => number === part.number && attempt === part.attempt);
      if (at < 0) this.#recorded.push(part);
      else if (this.#recorded[at]!.status === 'RUNNING') this.#recorded[at] = part;
    }
    return structuredClone([...parts]);
  }
}

function byNumber(a: RecordedPart, b: RecordedPart): number {
  return a.number - b.number || a.attempt - b.attempt;
}
