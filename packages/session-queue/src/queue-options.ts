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

/** Redis when there is an address of one, else BullMQ's own PostgreSQL backend. */
export interface SessionQueueOptions {
  redis: RedisAddress | null;
  /** Of the queue on PostgreSQL; never through a pooler that shares connections between transactions. */
  databaseUrl: string;
  /** Queue name and key prefix; tests have one each. */
  name: string;
  onError: (error: Error) => void;
}
