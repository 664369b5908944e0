import { GroupCommit, type GroupCommitOptions } from '../postgres/group-commit.ts';

/** The weight from which on an item is large: writing it takes PostgreSQL longer than hundreds of ordinary items. */
const LARGE_FROM = 256 * 1024;

interface WeighedOptions<Item, Result> extends GroupCommitOptions<Item, Result> {
  weightOf(item: Item): number;
}

/** A group commit in which small items do not wait for large ones of other callers. */
export class SmallAndLargeWrites<Item, Result> {
  readonly #weightOf: (item: Item) => number;
  readonly #small: GroupCommit<Item, Result>;
  readonly #large: GroupCommit<Item, Result>;

  constructor(options: WeighedOptions<Item, Result>) {
    this.#weightOf = options.weightOf;
    this.#small = new GroupCommit(options);
    this.#large = new GroupCommit(options);
  }

  add(item: Item): Promise<Result> {
    return (this.#weightOf(item) < LARGE_FROM ? this.#small : this.#large).add(item);
  }

  async idle(): Promise<void> {
    await Promise.all([this.#small.idle(), this.#large.idle()]);
  }
}
