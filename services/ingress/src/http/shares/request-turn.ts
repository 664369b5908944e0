import type { RequestShares } from './request-shares.ts';

const NOTHING = (): void => undefined;

/**
 * The turn of one request: that of its network until its organization is known, then that of its organization. A
 * request that waits for its client, or for something else, gives its turn back in the meantime.
 */
export class RequestTurn {
  #leave = NOTHING;
  #entered: { shares: RequestShares; owner: string } | null = null;

  /**
   * Waits for a turn of `owner`, and first gives back the previous one.
   * @throws ApiError TOO_MANY_REQUESTS
   */
  async enter(shares: RequestShares, owner: string): Promise<void> {
    this.leave();
    this.#entered = { shares, owner };
    this.#leave = await shares.enter(owner);
  }

  /** Gives the turn back. `resume` waits for another one of the same owner. */
  pause(): void {
    this.#leave();
    this.#leave = NOTHING;
  }

  /** @throws ApiError TOO_MANY_REQUESTS */
  async resume(): Promise<void> {
    this.pause();
    if (this.#entered !== null) this.#leave = await this.#entered.shares.enter(this.#entered.owner);
  }

  /** Gives the turn back permanently. Calling it twice has no effect. */
  leave(): void {
    this.pause();
    this.#entered = null;
  }
}
