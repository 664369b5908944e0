/** The address of Redis. Nodes are `host:port`; `tls` and the credentials apply to every node. */
export type RedisAddress =
  | { kind: 'standalone'; url: string }
  | ({ kind: 'sentinel'; sentinels: string[]; master: string; sentinelPassword: string | null } & RedisCredentials)
  | ({ kind: 'cluster'; nodes: string[] } & RedisCredentials);

interface RedisCredentials {
  username: string | null;
  password: string | null;
  tls: boolean;
}

/** The queue is on Redis if it has an address, otherwise on BullMQ's PostgreSQL backend. */
export interface SessionQueueOptions {
  redis: RedisAddress | null;
  /**
   * The address of the queue on PostgreSQL. It must not lead through a pooler that shares connections between
   * transactions.
   */
  databaseUrl: string;
  /**
   * The name of the queue of the pool `default`, which is also its key prefix. The queues of other pools have it as the
   * first part of their names. Each test has its own.
   */
  name: string;
  onError: (error: Error) => void;
}
