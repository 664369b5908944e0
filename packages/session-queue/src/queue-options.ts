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
   * The name of the queue of the pool `default`, and the prefix of its keys and of the names of other pools' queues.
   * Each test has another name.
   */
  name: string;
  onError: (error: Error) => void;
}
