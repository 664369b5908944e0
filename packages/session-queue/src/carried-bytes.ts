/** The queue is asked once in this time at most. */
const ASK_EVERY_MS = 250;

interface CarriedBytesOptions {
  maxBytes: number;
  /** Jobs that the queue has, whoever added them. */
  countJobs(): Promise<number>;
  now?(): number;
}

/** A job with starts: how many this producer had added with it, and its bytes. */
interface CarryingJob {
  number: number;
  bytes: number;
}

/**
 * Bounds what the jobs of one producer carry in the queue. Jobs are taken in the order in which they were added, so
 * when the queue has n jobs, those of this producer are among the last n that it added. That is asked when half of the
 * bytes may be in use, and nothing waits for the answer.
 */
export class CarriedBytes {
  readonly #options: CarriedBytesOptions;
  readonly #now: () => number;
  #carrying: CarryingJob[] = [];
  #bytes = 0;
  #added = 0;
  #unconfirmed = 0;
  #isAsking = false;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(options: CarriedBytesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** At most so many bytes of this producer's jobs are in the queue, or on their way. */
  get bytes(): number {
    return this.#bytes;
  }

  hasRoom(bytes: number): boolean {
    const used = this.#bytes + bytes;
    if (used * 2 > this.#options.maxBytes) this.#ask();
    return used <= this.#options.maxBytes;
  }

  /** A job is being added; 0: it carries ids alone. */
  adding(bytes: number): void {
    this.#added += 1;
    this.#unconfirmed += 1;
    if (bytes === 0) return;
    this.#bytes += bytes;
    this.#carrying.push({ number: this.#added, bytes });
  }

  /** So many jobs are in the queue, or will not come there. */
  confirmed(jobs: number): void {
    this.#unconfirmed -= jobs;
  }

  #ask(): void {
    if (this.#isAsking || this.#carrying.length === 0 || this.#now() - this.#askedAt < ASK_EVERY_MS) return;
    this.#isAsking = true;
    this.#askedAt = this.#now();
    const [added, unconfirmed] = [this.#added, this.#unconfirmed];
    this.#options
      .countJobs()
      .then(
        (jobs) => this.#forgetUntil(added - jobs - unconfirmed),
        () => undefined,
      )
      .finally(() => {
        this.#isAsking = false;
      });
  }

  /** The queue has no more of these. */
  #forgetUntil(last: number): void {
    this.#carrying = this.#carrying.filter(({ number }) => number > last);
    this.#bytes = this.#carrying.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
