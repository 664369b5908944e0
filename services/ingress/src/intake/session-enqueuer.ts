import { runAs, type TurnOwner } from '@workflow/service-runtime';
import type { SessionToEnqueue, SessionProducer } from '@workflow/session-queue';
import { CircuitBreaker } from './circuit-breaker.ts';

const OWNER: TurnOwner = { kind: 'task', name: 'session-enqueuer', organizationId: null };

interface EnqueuerOptions {
  /**
   * Maximum number of jobs that were sent to the queue and are not confirmed. Above it the queue counts as unavailable.
   */
  maxUnconfirmed: number;
  openMs: number;
  maxOpenMs: number;
  now(): number;
  onFailure(error: unknown, jobs: number): void;
}

/** Maximum number of characters of values in jobs that are not confirmed. Beyond it jobs contain only ids. */
const MAX_UNCONFIRMED_CHARACTERS = 16 * 1024 * 1024;

/**
 * Adds the jobs of committed sessions to the queue. Sessions that were committed together are added in one call, and no
 * answer waits for it. If the queue does not accept a job, the dispatcher finds the sessions in their enqueued batch
 * and rescues them.
 */
export class SessionEnqueuer {
  readonly #producer: Pick<SessionProducer, 'add' | 'ping'>;
  readonly #options: EnqueuerOptions;
  readonly #circuit: CircuitBreaker;
  #unsent: SessionToEnqueue[] = [];
  #unconfirmed = 0;
  #unconfirmedCharacters = 0;
  #trying = false;

  constructor(producer: Pick<SessionProducer, 'add' | 'ping'>, options: EnqueuerOptions) {
    this.#producer = producer;
    this.#options = options;
    this.#circuit = new CircuitBreaker(options);
  }

  get circuitOpen(): boolean {
    return this.#circuit.isOpen;
  }

  get unconfirmed(): number {
    return this.#unconfirmed;
  }

  /**
   * Returns true if the queue accepts jobs according to the last attempts. While it does not, this tries it again
   * regularly.
   */
  takesJobs(): boolean {
    if (!this.#circuit.isOpen && this.#unconfirmed < this.#options.maxUnconfirmed) return true;
    if (this.#circuit.mayTry(this.#options.now())) this.#try();
    return false;
  }

  add(job: SessionToEnqueue): void {
    const characters = charactersOf(job);
    const hasRoom = this.#unconfirmedCharacters + characters <= MAX_UNCONFIRMED_CHARACTERS;
    if (hasRoom) this.#unconfirmedCharacters += characters;
    this.#unsent.push(hasRoom ? job : withoutStart(job));
    this.#unconfirmed += 1;
    // Sessions of one group commit resolve in one tick, so all of them are here when the immediate runs.
    if (this.#unsent.length === 1) setImmediate(() => runAs(OWNER, () => this.#flush()));
  }

  #flush(): void {
    const jobs = this.#unsent;
    this.#unsent = [];
    const confirmed = (): void => {
      this.#unconfirmed -= jobs.length;
      for (const job of jobs) this.#unconfirmedCharacters -= charactersOf(job);
    };
    this.#producer.add(jobs).then(confirmed, (error: unknown) => {
      confirmed();
      this.#circuit.failed(this.#options.now());
      this.#options.onFailure(error, jobs.length);
    });
  }

  #try(): void {
    if (this.#trying) return;
    this.#trying = true;
    this.#producer.ping().then(
      () => {
        this.#trying = false;
        this.#circuit.succeeded();
      },
      () => {
        this.#trying = false;
        this.#circuit.failed(this.#options.now());
      },
    );
  }
}

function charactersOf({ start }: SessionToEnqueue): number {
  return start?.valuesJson.length ?? 0;
}

function withoutStart({ start: _start, ...job }: SessionToEnqueue): SessionToEnqueue {
  return job;
}
