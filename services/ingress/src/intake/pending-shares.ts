import { StoreOverloadedError } from '@workflow/session-store';

/** Maximum number of remembered organizations without pending commits. */
const MAX_IDLE = 10_000;

/** Limits the pending commits. One organization uses at most half while others wait as well. */
export class PendingShares {
  readonly #shareOfOne: number;
  readonly #byOrganization = new Map<string, number>();
  #total = 0;

  constructor(maxPending: number) {
    this.#shareOfOne = Math.max(1, Math.floor(maxPending / 2));
  }

  /** The pending commits of all organizations. */
  get total(): number {
    return this.#total;
  }

  /** @throws StoreOverloadedError */
  enter(organizationId: string): void {
    const pendingOfOne = this.#byOrganization.get(organizationId) ?? 0;
    if (pendingOfOne >= this.#shareOfOne && this.#total > pendingOfOne)
      throw new StoreOverloadedError('the organization has used up its share of pending commits');
    this.#byOrganization.set(organizationId, pendingOfOne + 1);
    this.#total += 1;
  }

  leave(organizationId: string): void {
    this.#byOrganization.set(organizationId, (this.#byOrganization.get(organizationId) ?? 0) - 1);
    this.#total -= 1;
    // Entries remain, because a map whose entries change all the time leaves old tables in memory
    // (docs/decisions/0082-memory-of-a-busy-service.md).
    if (this.#total === 0 && this.#byOrganization.size > MAX_IDLE) this.#byOrganization.clear();
  }
}
