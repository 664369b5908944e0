import type { FilteredCount, Lookups } from '@workflow/session-store';
import { WriteSoon } from './write-soon.ts';

/** Maximum number of components that are counted between two writes. Deliveries of further ones are not counted. */
const MAX_COUNTED = 2_000;

/**
 * Counts filtered deliveries by component, and writes the counts at most once a second with one statement. Counts that
 * cannot be written are retained for the next write. Counts of the last second are lost if the process dies.
 */
export class FilteredCounts {
  readonly #lookups: Pick<Lookups, 'countFiltered'>;
  readonly #onError: (error: unknown) => void;
  readonly #writes = new WriteSoon('filtered-counts', () => this.#write());
  #counts = new Map<string, FilteredCount>();

  constructor(lookups: Pick<Lookups, 'countFiltered'>, onError: (error: unknown) => void) {
    this.#lookups = lookups;
    this.#onError = onError;
  }

  count(component: Omit<FilteredCount, 'count'>): void {
    this.#add({ ...component, count: 1 });
    this.#writes.soon();
  }

  /** Writes the collected counts. Never throws. */
  stop(): Promise<void> {
    return this.#writes.now();
  }

  #add(counted: FilteredCount): void {
    const key = `${counted.workflowId} ${counted.componentId}`;
    const known = this.#counts.get(key);
    if (known !== undefined) known.count += counted.count;
    else if (this.#counts.size < MAX_COUNTED) this.#counts.set(key, counted);
  }

  async #write(): Promise<void> {
    const counts = this.#counts;
    if (counts.size === 0) return;
    this.#counts = new Map();
    try {
      await this.#lookups.countFiltered([...counts.values()]);
    } catch (error) {
      this.#onError(error);
      for (const counted of counts.values()) this.#add(counted);
      this.#writes.soon();
    }
  }
}
