import { setTimeout as pause } from 'node:timers/promises';
import type { Lab } from '@workflow/test-harness';
import type { Bar } from '../fault.ts';
import { PART_KILLS } from '../part-kills.ts';
import { shuffled } from '../../seeded-random.ts';

const LOOK_EVERY_MS = 20;

/**
 * Longer than the time after which a silent executor is dead (`EXECUTOR_DEAD_AFTER_MS`) and its sessions are rescued.
 */
const SUSPENDED_MS = 14_000;

const KILLS: typeof PART_KILLS = {
  ...PART_KILLS,
  // Other executors take over its sessions. When it wakes up it continues with them, but its claims are invalid then.
  'executor suspended': async ({ executors }, index) => {
    const executor = executors[index % executors.length]!;
    executor.signal('SIGSTOP');
    await pause(SUSPENDED_MS);
    executor.signal('SIGCONT');
  },
};
/** After one of these kills a session may repeat its effect. */
const REPEATING: readonly PartKill[] = ['executor killed', 'executor suspended', 'PostgreSQL killed'];

/** A name of `KILLS`. */
export type PartKill = string;

interface KillerOptions {
  /** The parts to kill. A part that is listed several times is killed that often in a round. */
  deck: readonly PartKill[];
  random: () => number;
  /** The mean number of sessions between two kills. */
  sessionsPerKill: number;
  total: number;
  accepted: () => number;
  /** Runs a kill after which a session may repeat its effect. */
  during: (kill: () => Promise<void>) => Promise<void>;
}

/** Kills random parts of a lab, each after a random number of accepted sessions, and starts them again. */
export class RandomKiller {
  /** The times at which executors were killed or suspended. A session may lose three of them. */
  readonly executorKills: Date[] = [];
  /** The number of accepted sessions at the next kill. */
  #nextAt: number;
  /** The number of kills by part. */
  readonly #kills = new Map<PartKill, number>();
  readonly #lab: Lab;
  readonly #options: KillerOptions;

  constructor(lab: Lab, options: KillerOptions) {
    this.#lab = lab;
    this.#options = options;
    this.#nextAt = this.#gap();
  }

  /** Returns true if the kills are so far behind the load that it should wait. */
  isBehind(number: number): boolean {
    return number > this.#nextAt + this.#options.sessionsPerKill;
  }

  /** Describes how often each part was killed. */
  get summary(): string {
    return [...this.#kills].map(([part, times]) => `${part} ${times} times`).join(', ');
  }

  /** Returns a bar for services that ended without a kill. */
  otherExits(): Bar {
    const exits = this.#lab.services.flatMap((service) => service.exits).length;
    const kills = (this.#kills.get('executor killed') ?? 0) + (this.#kills.get('ingress killed') ?? 0);
    return { text: `${exits - kills} other exits`, met: exits === kills };
  }

  /**
   * Resolves when the load has ended before the next kill and everything that was killed runs again. @throws when it is
   * aborted
   */
  async run(signal: AbortSignal): Promise<void> {
    const { deck, random, accepted, total } = this.#options;
    let left: PartKill[] = [];
    while (this.#nextAt < total) {
      while (accepted() < this.#nextAt) await pause(LOOK_EVERY_MS, undefined, { signal });
      if (left.length === 0) left = shuffled(deck, random);
      const part = left.pop()!;
      await this.#kill(part, Math.floor(random() * 2 ** 16));
      this.#kills.set(part, (this.#kills.get(part) ?? 0) + 1);
      this.#nextAt = accepted() + this.#gap();
    }
    this.#nextAt = Infinity;
    await Promise.all(this.#lab.services.map((service) => service.untilReady()));
  }

  async #kill(part: PartKill, index: number): Promise<void> {
    const { executors } = this.#lab;
    const kill = (): Promise<void> => KILLS[part]!(this.#lab, index);
    // An executor that has just started has no sessions yet.
    await executors[index % executors.length]!.untilReady();
    if (part.startsWith('executor')) this.executorKills.push(new Date());
    if (REPEATING.includes(part)) await this.#options.during(kill);
    else await kill();
  }

  #gap(): number {
    return Math.ceil(this.#options.sessionsPerKill * (0.5 + this.#options.random()));
  }
}
