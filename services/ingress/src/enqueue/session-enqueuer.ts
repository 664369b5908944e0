import type { SessionJob, SessionProducer } from '@workflow/session-queue';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { OrganizationCredit } from './organization-credit.ts';

export interface EnqueuerOptions {
  /** Jobs handed to the queue and not yet taken by it; above this it counts as away. */
  maxUnconfirmed: number;
  openMs: number;
  maxOpenMs: number;
  now(): number;
  onFailure(error: unknown, jobs: number): void;
}

/**
 * Adds the jobs of committed sessions, all that were committed together in one go. No answer waits for it:
 * what the queue does not take is in PostgreSQL's ledger, from which the dispatcher offers it again.
 */
export class SessionEnqueuer {
  readonly #producer: Pick<SessionProducer, 'add' | 'ping'>;
  readonly #credit: OrganizationCredit;
  readonly #options: EnqueuerOptions;
  readonly #circuit: CircuitBreaker;
  #gathered: SessionJob[] = [];
  #unconfirmed = 0;
  #trying = false;

  constructor(producer: Pick<SessionProducer, 'add' | 'ping'>, credit: OrganizationCredit, options: EnqueuerOptions) {
    this.#producer = producer;
    this.#credit = credit;
    this.#options = options;
    this.#circuit = new CircuitBreaker(options);
  }

  get circuitOpen(): boolean {
    return this.#circuit.isOpen;
  }

  get unconfirmed(): number {
    return this.#unconfirmed;
  }

  /** Whether the next session of the organization goes to the queue at once (true takes a credit) or into the backlog. */
  admit(organizationId: string): boolean {
    const now = this.#options.now();
    if (this.#circuit.isOpen || this.#unconfirmed >= this.#options.maxUnconfirmed) {
      this.#credit.hold(organizationId, now);
      if (this.#circuit.mayTry(now)) this.#try();
      return false;
    }
    return this.#credit.take(organizationId, now);
  }

  add(job: SessionJob): void {
    this.#gathered.push(job);
    this.#unconfirmed += 1;
    // Sessions of one group commit resolve in one tick, so all of them are here when the immediate runs.
    if (this.#gathered.length === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const jobs = this.#gathered;
    this.#gathered = [];
    this.#producer.add(jobs).then(
      () => {
        this.#unconfirmed -= jobs.length;
      },
      (error: unknown) => {
        this.#unconfirmed -= jobs.length;
        this.#circuit.failed(this.#options.now());
        this.#options.onFailure(error, jobs.length);
      },
    );
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
