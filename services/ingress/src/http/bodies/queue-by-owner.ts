import { addToList } from '@workflow/workflow-model';

/** Items that wait, by owner. Owners take turns, so that nobody waits for all items of another owner. */
export class QueueByOwner<Item> {
  /** The order of owners is that of their turns. */
  readonly #waiting = new Map<string, Item[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Returns the number of items of an owner. */
  countOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0;
  }

  add(owner: string, item: Item): void {
    addToList(this.#waiting, owner, item);
  }

  /** Removes the next item, and moves its owner to the end of the queue. */
  next(): Item | undefined {
    for (const [owner, items] of this.#waiting) {
      const next = items.shift();
      this.#waiting.delete(owner);
      if (items.length > 0) this.#waiting.set(owner, items);
      return next;
    }
    return undefined;
  }
}
