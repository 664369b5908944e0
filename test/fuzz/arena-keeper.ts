import { Arena } from './arena.ts';
import type { Hostile } from './hostile.ts';
import type { NeighbourSample } from './neighbour.ts';

/** Time of the machine and single collections of garbage count once, but hardly each time. */
const CONFIRMATIONS = 2;

/** Has an arena for every case: the same one as long as all that a case began has ended. */
export class ArenaKeeper {
  #arena: Arena | null = null;
  readonly #former: Arena[] = [];
  #quiet: NeighbourSample[] = [];
  /** Faults that did not come again. */
  readonly seenOnce: string[] = [];
  /** What the neighbour felt while others used the machine. */
  readonly notJudged: string[] = [];

  /** Faults that come each time, of the last one. */
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
      // A process that ended did not do so because of the machine.
      if (outcome.isCertain) return faults;
    }
    return before;
  }

  /** The neighbour's requests before anybody did harm, and since, in all arenas. */
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
