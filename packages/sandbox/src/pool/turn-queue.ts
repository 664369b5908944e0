/** The two levels of turns: organizations, and the workflows of each organization. */
export interface Owner {
  organizationId: string;
  workflowId: string;
}

/**
 * Waiting items that are removed in turn: one of each organization, and within an organization one of each workflow.
 * After its turn an organization or workflow moves to the end of its queue, so that many items or many workflows give
 * an organization no more turns.
 */
export class TurnQueue<Item> {
  /** Items by organization, then by workflow. The order of both maps is the order of turns. */
  readonly #rows = new Map<string, Map<string, Item[]>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add({ organizationId, workflowId }: Owner, item: Item): void {
    const workflows = this.#rows.get(organizationId) ?? new Map<string, Item[]>();
    this.#rows.set(organizationId, workflows);
    const items = workflows.get(workflowId) ?? [];
    workflows.set(workflowId, items);
    items.push(item);
    this.#size += 1;
  }

  /** Removes and returns the next item of the organizations that `mayGo` accepts, or undefined if none waits. */
  take(mayGo: (organizationId: string) => boolean = () => true): Item | undefined {
    for (const [organizationId, workflows] of this.#rows) {
      if (!mayGo(organizationId)) continue;
      const [workflowId, items] = workflows.entries().next().value as [string, Item[]];
      const item = items.shift() as Item;
      this.#rows.delete(organizationId);
      workflows.delete(workflowId);
      if (items.length > 0) workflows.set(workflowId, items);
      if (workflows.size > 0) this.#rows.set(organizationId, workflows);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /** Returns the organizations that have waiting items, in the order of their turns. */
  organizations(): string[] {
    return [...this.#rows.keys()];
  }

  /** Removes one waiting item. Returns false if it no longer waits. */
  remove({ organizationId, workflowId }: Owner, item: Item): boolean {
    const workflows = this.#rows.get(organizationId);
    const items = workflows?.get(workflowId);
    const at = items?.indexOf(item) ?? -1;
    if (workflows === undefined || items === undefined || at < 0) return false;
    items.splice(at, 1);
    if (items.length === 0) workflows.delete(workflowId);
    if (workflows.size === 0) this.#rows.delete(organizationId);
    this.#size -= 1;
    return true;
  }

  /** Returns the newest item of the organization with most items, which is dropped if there is no room for all. */
  newestOfLargest(): Item | undefined {
    let largest: Item[][] = [];
    let most = 0;
    for (const workflows of this.#rows.values()) {
      const count = [...workflows.values()].reduce((sum, items) => sum + items.length, 0);
      if (count <= most) continue;
      most = count;
      largest = [...workflows.values()];
    }
    return largest.reduce<Item[]>((longest, items) => (items.length > longest.length ? items : longest), []).at(-1);
  }
}
