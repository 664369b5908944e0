import type { PartHead, RecordedPart, StepParts, StreamedText } from '../run/step-parts.ts';

/** Parts in memory. A part that ended is not changed. */
export class TestedParts implements StepParts {
  readonly #recorded: RecordedPart[];
  readonly #streamed: string[];

  /** @param streamed gets the words of turns, piece by piece */
  constructor(recorded: RecordedPart[], streamed: string[]) {
    this.#recorded = recorded;
    this.#streamed = streamed;
  }

  stream(): StreamedText {
    return { add: (text) => void this.#streamed.push(text), end: () => Promise.resolve() };
  }

  list(): Promise<PartHead[]> {
    return this.read();
  }

  async read(numbers?: readonly number[]): Promise<RecordedPart[]> {
    const wanted = structuredClone(this.#recorded).filter(({ number }) => numbers?.includes(number) !== false);
    return wanted.sort((a, b) => a.number - b.number || a.attempt - b.attempt);
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
