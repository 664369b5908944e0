import type { Lookups } from '@workflow/session-store';

export interface LastUsedOptions {
  lookups: Pick<Lookups, 'touch'>;
  everyMs: number;
  onError(error: unknown): void;
}

/**
 * Which keys and tokens were used, gathered and written now and then: one statement for thousands of requests.
 * A time may be a few seconds late, or lost when this process dies.
 */
export class LastUsed {
  readonly #options: LastUsedOptions;
  #apiKeyIds = new Set<string>();
  #tokenIds = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: LastUsedOptions) {
    this.#options = options;
  }

  apiKey(id: string): void {
    this.#apiKeyIds.add(id);
  }

  webhookToken(id: string): void {
    this.#tokenIds.add(id);
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), this.#options.everyMs).unref();
  }

  /** Writes what was gathered; never throws. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    if (this.#apiKeyIds.size + this.#tokenIds.size === 0) return;
    const [apiKeyIds, tokenIds] = [this.#apiKeyIds, this.#tokenIds];
    this.#apiKeyIds = new Set();
    this.#tokenIds = new Set();
    try {
      await this.#options.lookups.touch([...apiKeyIds], [...tokenIds]);
    } catch (error) {
      for (const id of apiKeyIds) this.#apiKeyIds.add(id);
      for (const id of tokenIds) this.#tokenIds.add(id);
      this.#options.onError(error);
    }
  }
}
