import { runAs, type TurnOwner } from '@workflow/service-runtime';
import type { Lookups } from '@workflow/session-store';

const OWNER: TurnOwner = { kind: 'task', name: 'last-used', organizationId: null };

interface LastUsedOptions {
  lookups: Pick<Lookups, 'touch'>;
  everyMs: number;
  onError(error: unknown): void;
}

/**
 * Collects the keys and tokens that were used, and writes their times regularly: one statement for thousands of
 * requests. A time may be a few seconds late, and is lost if the process dies.
 */
export class LastUsed {
  readonly #options: LastUsedOptions;
  readonly #used = {
    apiKeyIds: new Set<string>(),
    webhookTokenIds: new Set<string>(),
    connectionIds: new Set<string>(),
  };
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: LastUsedOptions) {
    this.#options = options;
  }

  apiKey(id: string): void {
    this.#used.apiKeyIds.add(id);
  }

  webhookToken(id: string): void {
    this.#used.webhookTokenIds.add(id);
  }

  /** Records the use of an application that signed in by OAuth. */
  connection(id: string): void {
    this.#used.connectionIds.add(id);
  }

  start(): void {
    this.#timer = setInterval(() => runAs(OWNER, () => void this.flush()), this.#options.everyMs).unref();
  }

  /** Writes the collected times. Never throws. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const apiKeyIds = take(this.#used.apiKeyIds);
    const webhookTokenIds = take(this.#used.webhookTokenIds);
    const connectionIds = take(this.#used.connectionIds);
    if (apiKeyIds.length + webhookTokenIds.length + connectionIds.length === 0) return;
    try {
      await this.#options.lookups.touch({ apiKeyIds, webhookTokenIds, connectionIds });
    } catch (error) {
      for (const id of apiKeyIds) this.apiKey(id);
      for (const id of webhookTokenIds) this.webhookToken(id);
      for (const id of connectionIds) this.connection(id);
      this.#options.onError(error);
    }
  }
}

function take(ids: Set<string>): string[] {
  const idsToWrite = [...ids];
  ids.clear();
  return idsToWrite;
}
