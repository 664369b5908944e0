import { setTimeout as pause } from 'node:timers/promises';
import type { Lab } from '@workflow/test-harness';

const LOOK_EVERY_MS = 500;
const OPEN = `status IN ('QUEUED', 'RUNNING', 'WAITING')`;

/**
 * How many sessions have not ended. Each look reads the rows from the oldest open session on alone: ids are in the
 * order of time, so it costs as much for the millionth session as for the first.
 */
export class OpenSessions {
  readonly #lab: Lab;
  readonly #accepted: () => number;
  #oldest = '00000000-0000-0000-0000-000000000000';
  /** At the last look, when so many were accepted. */
  #open = 0;
  #acceptedThen = 0;

  constructor(lab: Lab, accepted: () => number) {
    this.#lab = lab;
    this.#accepted = accepted;
  }

  /** At the last look, and those accepted since. */
  get most(): number {
    return this.#open + this.#accepted() - this.#acceptedThen;
  }

  /** Looks again and again until it is aborted. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // PostgreSQL may be away.
      await this.look().catch(() => undefined);
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async look(): Promise<number> {
    const acceptedThen = this.#accepted();
    const { rows } = await this.#lab.withDatabase((database) =>
      database.query<{ open: number; oldest: string | null }>(
        `SELECT count(*)::int AS open, min(id::text) AS oldest FROM sessions WHERE id >= $1 AND ${OPEN}`,
        [this.#oldest],
      ),
    );
    const { open, oldest } = rows[0]!;
    [this.#open, this.#acceptedThen, this.#oldest] = [open, acceptedThen, oldest ?? this.#oldest];
    return open;
  }
}
