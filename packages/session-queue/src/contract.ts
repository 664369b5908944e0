/** A session to enqueue. */
export interface OfferedSession {
  sessionId: string;
  organizationId: string;
  /** By its recent sessions executors judge how many they take at a time; left out, they take all of a job. */
  workflowId?: string;
  /** Rises with every enqueueing of the session. */
  enqueueNumber: number;
  /** The ingress that waits for the session's end (`Prefer: wait`), to be signalled. */
  awaitedBy?: string;
}

/**
 * What a job carries: sessions of one workflow that were enqueued together. Everything else is read from PostgreSQL
 * with the claim. The job's id is `<first session>-<enqueueNumber>`.
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

/** Where Redis is. Nodes are `host:port`; `tls` and the credentials hold for every node. */
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
  /** Adds the rest of a job before all others, at most so many sessions a job. Rejects within 2 s as `add` does. */
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
  /** Starts what a job names. The job is over when this resolves or rejects. */
  run: (job: SessionJob) => Promise<void>;
}

export interface SessionConsumer {
  /** Takes jobs until `quiet`. */
  start(): Promise<void>;
  /** Takes no more until `resume`; what is under way goes on. A job whose fetch was under way may still come. */
  pause(): void;
  resume(): void;
  /** Phase one of a shutdown: takes no more, returns at once. */
  quiet(): Promise<void>;
  /** Phase two: waits for what is under way, at most so long. */
  close(withinMs: number): Promise<void>;
  readonly running: number;
  /** When a job was taken last, on `performance.now()`'s clock; null before the first. */
  readonly lastTakenAt: number | null;
  /** How many jobs nobody took yet. Rejects within 2 s while the queue is away. */
  waiting(): Promise<number>;
  /** Why the Redis that answers cannot serve as a queue; null: it can, or is away. */
  unfit(): string | null;
}

/** Best-effort messages from executors to the ingress that waits for a session; polling PostgreSQL is the truth. */
export interface EndSignals {
  publish(awaitedBy: string, sessionIds: string[]): void;
  subscribe(awaitedBy: string, onEnded: (sessionIds: string[]) => void): Promise<void>;
  close(): Promise<void>;
}
