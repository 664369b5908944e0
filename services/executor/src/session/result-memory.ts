import { SumsByOwner } from '@workflow/service-runtime';

/** The bytes that the results of sessions may take in the memory of an executor. */
interface ResultLimits {
  perSession: number;
  perOrganization: number;
}

/** Smaller results are not counted individually. */
const COUNTED_FROM_BYTES = 16_384;

/** Counts the memory of active sessions' results, by organization. */
export class ResultMemory {
  readonly #limits: ResultLimits;
  readonly #bytes = new SumsByOwner();

  constructor(limits: ResultLimits) {
    this.#limits = limits;
  }

  /** Opens the account of one session. Close it when the session is no longer active. */
  open(organizationId: string): SessionResults {
    return new SessionResults(this.#limits, (bytes) => this.#bytes.add(organizationId, bytes));
  }

  /** Returns the bytes of an organization's results. */
  of(organizationId: string): number {
    return this.#bytes.of(organizationId);
  }
}

/** The memory of the results of one session. */
export class SessionResults {
  readonly #limits: ResultLimits;
  /** Adds to the organization's bytes, and returns their sum. */
  readonly #add: (bytes: number) => number;
  readonly #byComponent = new Map<string, number>();
  #bytes = 0;

  constructor(limits: ResultLimits, add: (bytes: number) => number) {
    this.#limits = limits;
    this.#add = add;
  }

  /** Counts a component's result. If there is no room for it, returns the reason and does not count it. */
  count(componentId: string, bytes: number): string | null {
    if (bytes < COUNTED_FROM_BYTES) return null;
    this.drop(componentId);
    const { perSession, perOrganization } = this.#limits;
    if (this.#bytes + bytes > perSession) return `The results of the session need more than ${perSession} bytes`;
    if (this.#add(bytes) > perOrganization) {
      this.#add(-bytes);
      return `The results of the organization's sessions on this executor need more than ${perOrganization} bytes`;
    }
    this.#bytes += bytes;
    this.#byComponent.set(componentId, bytes);
    return null;
  }

  /**
   * Reserves room for the values that a resumed session will read, by component. Returns false if there is none at
   * present. There is always room for one session of an organization, because its results fitted before.
   */
  reserve(sizes: ReadonlyMap<string, number>): boolean {
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const total = this.#add(bytes);
    if (total > this.#limits.perOrganization && total > bytes) {
      this.#add(-bytes);
      return false;
    }
    this.#bytes += bytes;
    for (const [componentId, size] of sizes) this.#byComponent.set(componentId, size);
    return true;
  }

  drop(componentId: string): void {
    const bytes = this.#byComponent.get(componentId);
    if (bytes === undefined) return;
    this.#byComponent.delete(componentId);
    this.#bytes -= bytes;
    this.#add(-bytes);
  }

  close(): void {
    for (const componentId of this.#byComponent.keys()) this.drop(componentId);
  }
}
