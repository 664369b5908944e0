import type { RecordedPart, StepParts } from '../run/step-parts.ts';

/** Parts in memory. A part that ended is not changed. */
export class TestedParts implements StepParts {
  readonly #recorded: RecordedPart[];

  constructor(recorded: RecordedPart[]) {
    this.#recorded = recorded;
  }

  async read(): Promise<RecordedPart[]> {
    return structuredClone(this.#recorded).sort((a, b) => a.number - b.number || a.attempt - b.attempt);
  }

  async record(parts: readonly RecordedPart[]): Promise<void> {
    for (const part of structuredClone(parts)) {
      const at = this.#recorded.findIndex(({ number, attempt }) => number === part.number && attempt === part.attempt);
      if (at < 0) this.#recorded.push(part);
      else if (this.#recorded[at]!.status === 'RUNNING') this.#recorded[at] = part;
    }
  }
}
