import { Arena } from './arena.ts';
import type { Hostile } from './hostile.ts';
import type { NeighbourSample } from './neighbour.ts';

/** Load of the machine or a garbage collection may cause one fault, but rarely the same one each time. */
const CONFIRMATIONS = 2;

/** Provides an arena for every case: the same one while everything that a case started has ended. */
export class ArenaKeeper {
  #arena: Arena | null = null;
  readonly #former: Arena[] = [];
  #quiet: NeighbourSample[] = [];
  /** Faults that did not occur again. */
  readonly seenOnce: string[] = [];
  /** Effects on the neighbour while other programs used the machine. */
  readonly notJudged: string[] = [];

  /** Returns the faults that occur each time, as they were at the last time. */
  async faultsOf(act: (hostile: Hostile) => Promise<void>): Promise<string[]> {
    let before: string[] = [];
    for (let time = 0; time <= CONFIRMATIONS; time += 1) {
      this.#arena ??= await Arena.start(this.#quiet);
      this.#quiet = this.#arena.quiet;
      const outcome = await this.#arena.outcomeOf(act);
      const { faults } = outcome;
      this.notJudged.push(...outcome.notJudged);
      if (!outcome.isUsable) await this.#replace();
      if (faults.length === 0) {
        this.seenOnce.push(...before);
        return [];
      }
      before = faults;
      // The machine is not the reason when a process ends.
      if (outcome.isCertain) return faults;
    }
    return before;
  }

  /** The neighbour's requests before the first attack and since then, in all arenas. */
  get samples(): { quiet: NeighbourSample[]; busy: NeighbourSample[] } {
    const arenas = [...this.#former, ...(this.#arena === null ? [] : [this.#arena])];
    return { quiet: this.#quiet, busy: arenas.flatMap(({ busy }) => busy) };
  }

  get statuses(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const arena of [...this.#former, ...(this.#arena === null ? [] : [this.#arena])])
      for (const [status, count] of arena.statuses) sums[status] = (sums[status] ?? 0) + count;
    return sums;
  }

  async #replace(): Promise<void> {
    const arena = this.#arena;
    this.#arena = null;
    if (arena === null) return;
    this.#former.push(arena);
    await arena.stop();
  }

  async stop(): Promise<void> {
    await this.#replace();
  }
}
