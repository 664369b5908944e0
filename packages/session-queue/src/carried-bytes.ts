/** The minimum time between two counts of the jobs in the queue. */
const COUNT_EVERY_MS = 250;

interface CarriedBytesOptions {
  maxBytes: number;
  /** Counts the jobs in the queue, including those of other producers. */
  countJobs(): Promise<number>;
  now?(): number;
}

/** A job with starts: its position among all jobs of this producer, and its bytes. */
interface CarryingJob {
  number: number;
  bytes: number;
}

/**
 * Limits the bytes that the jobs of one producer carry in the queue. Nobody reports to the producer when a job leaves
 * the queue, but jobs leave in the order in which they were added. So if the queue has n jobs, all but the last n that
 * this producer added have left. Jobs are counted when more than half of the bytes may be used, and nothing waits for
 * the count.
 */
export class CarriedBytes {
  readonly #options: CarriedBytesOptions;
  readonly #now: () => number;
  #carrying: CarryingJob[] = [];
  #bytes = 0;
  /** All jobs that this producer added. */
  #added = 0;
  /** The jobs that may not be in the queue yet, so that a count may lack them. */
  #unconfirmed = 0;
  #isCounting = false;
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor(options: CarriedBytesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** The bytes of this producer's jobs that may be in the queue or on their way to it. */
  get bytes(): number {
    return this.#bytes;
  }

  hasRoom(bytes: number): boolean {
    const used = this.#bytes + bytes;
    if (used * 2 > this.#options.maxBytes) this.#count();
    return used <= this.#options.maxBytes;
  }

  /** Records that a job is being added. 0 bytes mean that it carries only ids. */
  adding(bytes: number): void {
    this.#added += 1;
    this.#unconfirmed += 1;
    if (bytes === 0) return;
    this.#bytes += bytes;
    this.#carrying.push({ number: this.#added, bytes });
  }

  /** Records that this many jobs are in the queue, or will never arrive there. */
  confirmed(jobs: number): void {
    this.#unconfirmed -= jobs;
  }

  #count(): void {
    if (this.#isCounting || this.#carrying.length === 0 || this.#now() - this.#countedAt < COUNT_EVERY_MS) return;
    this.#isCounting = true;
    this.#countedAt = this.#now();
    const [added, unconfirmed] = [this.#added, this.#unconfirmed];
    this.#options
      .countJobs()
      .then(
        (jobs) => this.#forgetUntil(added - jobs - unconfirmed),
        () => undefined,
      )
      .finally(() => {
        this.#isCounting = false;
      });
  }

  /** Forgets the jobs up to this one, which are no longer in the queue. */
  #forgetUntil(last: number): void {
    this.#carrying = this.#carrying.filter(({ number }) => number > last);
    this.#bytes = this.#carrying.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
