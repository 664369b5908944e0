/** A session to enqueue. */
export interface OfferedSession {
  sessionId: string;
  organizationId: string;
  /** Executors use its recent sessions to decide how many they take at a time; left out, they take all of a job. */
  workflowId?: string;
  /** Rises with every enqueueing of the session. */
  enqueueNumber: number;
  /** The ingress that waits for the session's end (`Prefer: wait`), to be signalled. */
  awaitedBy?: string;
}

/**
 * A job: sessions of one workflow that were enqueued together. Everything else is read from PostgreSQL with the claim.
 * The job's id is `<first session>-<enqueueNumber>`.
 */
export interface SessionJob {
  organizationId: string;
  /** Of all of them. */
  workflowId?: string;
  enqueueNumber: number;
  /** In the order in which they were accepted; at least one. */
  sessionIds: string[];
  /** The ingress that waits for all of them. */
  awaitedBy?: string;
}

/** The address of Redis. Nodes are `host:port`; `tls` and the credentials apply to every node. */
export type RedisAddress =
  | { kind: 'standalone'; url: string }
  | ({ kind: 'sentinel'; sentinels: string[]; master: string; sentinelPassword: string | null } & RedisCredentials)
  | ({ kind: 'cluster'; nodes: string[] } & RedisCredentials);

export interface RedisCredentials {
  username: string | null;
  password: string | null;
  tls: boolean;
}

/** Redis when there is an address of one, else BullMQ's own PostgreSQL backend. */
export interface SessionQueueOptions {
  redis: RedisAddress | null;
  /** Of the queue on PostgreSQL; never through a pooler that shares connections between transactions. */
  databaseUrl: string;
  /** Queue name and key prefix; tests have one each. */
  name: string;
  onError: (error: Error) => void;
}

export interface SessionProducer {
  /**
   * Adds sessions, gathered in jobs by organization; a job whose id the queue still knows is left alone. Rejects within
   * 2 s while the queue is away.
   */
  add(sessions: OfferedSession[]): Promise<void>;
  /**
   * Puts the rest of a job back at the head of the queue, in jobs of at most this many sessions. Rejects within 2 s.
   */
  putBack(rest: SessionJob, sessionsPerJob?: number): Promise<void>;
  /** false when the queue was emptied since the last `plantEpoch` (Redis wiped); always true on PostgreSQL. */
  hasEpoch(): Promise<boolean>;
  plantEpoch(): Promise<void>;
  ping(): Promise<void>;
  /** Why the Redis that answers cannot serve as a queue (password, kind, eviction); null: it can, or is away. */
  unfit(): string | null;
  close(): Promise<void>;
}

export interface SessionConsumerOptions extends SessionQueueOptions {
  /** Jobs under way at a time. */
  concurrency: number;
  /** Connections over which jobs are taken from a queue on PostgreSQL. */
  databasePoolSize: number;
  /** Starts the sessions of a job. The job is completed when this resolves or rejects. */
  run: (job: SessionJob) => Promise<void>;
}

export interface SessionConsumer {
  /** Takes jobs until `quiet`. */
  start(): Promise<void>;
  /** Takes no more jobs until `resume`; jobs under way continue. A job that is being fetched may still come. */
  pause(): void;
  resume(): void;
  /** Phase one of a shutdown: takes no more jobs, returns at once. */
  quiet(): Promise<void>;
  /** Phase two: waits for jobs under way, for at most this time. */
  close(withinMs: number): Promise<void>;
  readonly running: number;
  /** When a job was taken last, on `performance.now()`'s clock; null before the first. */
  readonly lastTakenAt: number | null;
  /** How many jobs wait. Rejects within 2 s while the queue is away. */
  waiting(): Promise<number>;
  /** Why the Redis that answers cannot serve as a queue; null: it can, or is away. */
  unfit(): string | null;
}

/** Best-effort messages from executors to the ingress that waits for a session; polls of PostgreSQL find the others. */
export interface EndSignals {
  publish(awaitedBy: string, sessionIds: string[]): void;
  subscribe(awaitedBy: string, onEnded: (sessionIds: string[]) => void): Promise<void>;
  close(): Promise<void>;
}
