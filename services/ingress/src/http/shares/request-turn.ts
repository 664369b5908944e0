import type { RequestShares } from './request-shares.ts';

const NOTHING = (): void => undefined;

/**
 * The turn of one request: first of its network, then of its organization when that is known. A request that waits for
 * its client, or for something else, returns its turn in the meantime.
 */
export class RequestTurn {
  #leave = NOTHING;
  #entered: { shares: RequestShares; owner: string } | null = null;

  /**
   * Waits for a turn of `owner`, after returning the previous one.
   * @throws ApiError TOO_MANY_REQUESTS
   */
  async enter(shares: RequestShares, owner: string): Promise<void> {
    this.leave();
    this.#entered = { shares, owner };
    this.#leave = await shares.enter(owner);
  }

  /** Returns the turn. `resume` waits for another one of the same owner. */
  pause(): void {
    this.#leave();
    this.#leave = NOTHING;
  }

  /** @throws ApiError TOO_MANY_REQUESTS */
  async resume(): Promise<void> {
    this.pause();
    if (this.#entered !== null) this.#leave = await this.#entered.shares.enter(this.#entered.owner);
  }

  /** Returns the turn permanently. A second call has no effect. */
  leave(): void {
    this.pause();
    this.#entered = null;
  }
}
