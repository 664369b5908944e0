import type { CaughtDelivery, Lookups, StoreClock, WebhookTokenRecord } from '@workflow/session-store';

interface CatcherOptions {
  lookups: Pick<Lookups, 'catchDelivery'>;
  clock: Pick<StoreClock, 'nowMs'>;
  /** Removes the listener from this replica. Other replicas learn it from the change. */
  forget(tokenHash: string): void;
  onError(error: unknown): void;
}

/**
 * Shows deliveries to people who listen for one, in addition to handling them. Nothing waits for it, and after a
 * failure only the display is missing. It shows one at a time for each token, so that many deliveries do not queue.
 */
export class DeliveryCatcher {
  readonly #options: CatcherOptions;
  readonly #underWay = new Set<string>();

  constructor(options: CatcherOptions) {
    this.#options = options;
  }

  /** Returns true if a person may be listening with this token. */
  isAwaited({ listeningUntil }: WebhookTokenRecord): boolean {
    return listeningUntil !== null && listeningUntil.getTime() > this.#options.clock.nowMs();
  }

  /** @param tokenHash in hex */
  show(token: WebhookTokenRecord, tokenHash: string, caught: CaughtDelivery): void {
    if (!this.isAwaited(token) || this.#underWay.has(token.id)) return;
    this.#underWay.add(token.id);
    this.#options.lookups
      .catchDelivery(token.id, tokenHash, caught)
      .catch(this.#options.onError)
      .finally(() => {
        this.#options.forget(tokenHash);
        this.#underWay.delete(token.id);
      });
  }
}
