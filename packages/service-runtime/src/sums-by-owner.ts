/** Sums of numbers by owner, such as an organization. An owner whose sum is 0 takes no memory. */
export class SumsByOwner {
  readonly #sums = new Map<string, number>();
  #total = 0;

  /** Returns the sum of all owners. */
  get total(): number {
    return this.#total;
  }

  of(owner: string): number {
    return this.#sums.get(owner) ?? 0;
  }

  /** Adds to the sum of an owner, and returns it. */
  add(owner: string, amount: number): number {
    this.#total += amount;
    const sum = this.of(owner) + amount;
    if (sum > 0) this.#sums.set(owner, sum);
    else this.#sums.delete(owner);
    return sum;
  }
}
