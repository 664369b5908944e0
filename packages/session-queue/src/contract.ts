/** What a job carries; everything else is read from PostgreSQL with the claim. */
export interface SessionJob {
  sessionId: string;
  organizationId: string;
  /** Rises with every enqueueing; the job's id is `<sessionId>-<dispatch>`. */
  dispatch: number;
  /** The ingress that waits for the session's end (`Prefer: wait`), to be signalled. */
  awaitedBy?: string;
}

/** The queue both services use unless a test has its own. */
export const SESSION_QUEUE_NAME = 'sessions';

/** Redis when `redisUrl` is set, else BullMQ's own PostgreSQL backend. */
export interface SessionQueueOptions {
  redisUrl: string | null;
  databaseUrl: string;
  /** Queue name and key prefix; tests have one each. */
  name: string;
  onError: (error: Error) => void;
}

export interface SessionProducer {
  /** Adds jobs; an id that the queue still knows is left alone. Rejects within 2 s while the queue is away. */
  add(jobs: SessionJob[]): Promise<void>;
  /** false when the queue was emptied since the last `plantEpoch` (Redis wiped); always true on PostgreSQL. */
  hasEpoch(): Promise<boolean>;
  plantEpoch(): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface SessionConsumerOptions extends SessionQueueOptions {
  concurrency: number;
  /** Connections over which jobs are taken from a queue on PostgreSQL. */
  databasePoolSize: number;
  /** Runs one job to its end. It records every outcome itself and never rejects for a failed session. */
  run: (job: SessionJob) => Promise<void>;
}

export interface SessionConsumer {
  /** Takes jobs until `quiet`. */
  start(): Promise<void>;
  /** Takes no more until `release`; what is under way goes on. A job whose fetch was under way may still come. */
  hold(): void;
  release(): void;
  /** Phase one of a shutdown: takes no more, returns at once. */
  quiet(): Promise<void>;
  /** Phase two: waits for what is under way, at most so long. */
  close(withinMs: number): Promise<void>;
  readonly running: number;
  /** When a job was taken last, on `performance.now()`'s clock; null before the first. */
  readonly lastTakenAt: number | null;
  /** How many jobs nobody took yet. Rejects within 2 s while the queue is away. */
  waiting(): Promise<number>;
}

/** Best-effort messages from executors to the ingress that waits for a session; polling PostgreSQL is the truth. */
export interface EndSignals {
  publish(awaitedBy: string, sessionIds: string[]): void;
  subscribe(awaitedBy: string, onEnded: (sessionIds: string[]) => void): Promise<void>;
  close(): Promise<void>;
}
