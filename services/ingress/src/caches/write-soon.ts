import { runAs, type TurnOwner } from '@workflow/service-runtime';

const WRITE_AFTER_MS = 1_000;

/** Writes collected data at most once a second, one write after another, and once more at the end. */
export class WriteSoon {
  readonly #owner: TurnOwner;
  readonly #write: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param write must never reject */
  constructor(name: string, write: () => Promise<void>) {
    this.#owner = { kind: 'task', name, organizationId: null };
    this.#write = write;
  }

  soon(): void {
    this.#timer ??= setTimeout(() => runAs(this.#owner, () => void this.now()), WRITE_AFTER_MS).unref();
  }

  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(this.#write);
    return this.#writing;
  }
}
