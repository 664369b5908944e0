/** Bytes that the results of sessions may take in the memory of an executor. */
export interface ResultLimits {
  perSession: number;
  perOrganization: number;
}

/** Small results are not worth counting one by one. */
const COUNTED_FROM_BYTES = 16_384;

/** Counts the memory that results of the sessions in hand take, by organization. */
export class ResultMemory {
  readonly #limits: ResultLimits;
  readonly #byOrganization = new Map<string, number>();

  constructor(limits: ResultLimits) {
    this.#limits = limits;
  }

  /** The account of one session, to be closed when it leaves the executor's hands. */
  open(organizationId: string): SessionResults {
    return new SessionResults(this.#limits, (bytes) => {
      const total = (this.#byOrganization.get(organizationId) ?? 0) + bytes;
      if (total > 0) this.#byOrganization.set(organizationId, total);
      else this.#byOrganization.delete(organizationId);
      return total;
    });
  }

  /** Bytes of an organization's results. */
  of(organizationId: string): number {
    return this.#byOrganization.get(organizationId) ?? 0;
  }
}

/** The memory that the results of one session take. */
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

  /** Counts a component's result. A text says why there is no room for it; then it is not counted. */
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
   * Keeps room for what a resumed session is about to read, by component. false: there is none for now. There is always
   * room for one session of an organization, because its results fitted before.
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
