import { runAs, type TurnOwner } from '@workflow/service-runtime';
import type { ChangeRecord, Lookups, AdmissionQuota } from '@workflow/session-store';

const OWNER: TurnOwner = { kind: 'task', name: 'change-feed', organizationId: null };

interface ChangeFeedOptions {
  lookups: Pick<Lookups, 'poll'>;
  pollMs: number;
  /** After this time without an answer, changes may have been missed, and caches are not trusted. */
  trustMs: number;
  now(): number;
  onChange(change: ChangeRecord): void;
  /** Called if there are more changes than one poll returns. Empties all caches. */
  onTruncated(): void;
  onAdmissionQuotas(quotas: AdmissionQuota[], dispatching: boolean, pools: string[]): void;
  onError(error: unknown): void;
}

/**
 * Polls the changes in PostgreSQL (keys, tokens, published versions, secrets) and the admission quotas, in one
 * statement. After polls that fail or take too long the caches are not trusted. No request fails because of it.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #sequence = 0n;
  #answeredAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #polling: Promise<void> = Promise.resolve();

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  /** Returns true while the caches can be trusted: the last answered poll began at most `trustMs` ago. */
  trusted(): boolean {
    return this.#options.now() - this.#answeredAt <= this.#options.trustMs;
  }

  start(): Promise<void> {
    this.#polling = this.#poll();
    return this.#polling;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  async #poll(): Promise<void> {
    const askedAt = this.#options.now();
    try {
      const answer = await this.#options.lookups.poll(this.#sequence);
      if (answer.truncated) this.#options.onTruncated();
      else for (const change of answer.changes) this.#options.onChange(change);
      this.#sequence = answer.sequence;
      this.#answeredAt = askedAt;
      this.#options.onAdmissionQuotas(answer.quotas, answer.dispatching, answer.pools);
    } catch (error) {
      this.#options.onError(error);
    }
    if (this.#stopped) return;
    const waitMs = Math.max(0, this.#options.pollMs - (this.#options.now() - askedAt));
    this.#timer = setTimeout(() => {
      this.#polling = runAs(OWNER, () => this.#poll());
    }, waitMs);
  }
}
