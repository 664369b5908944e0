import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

const ACQUIRE = statement<{ name: string; holder: string; forMs: number }>()(
  'acquire_lease',
  `INSERT INTO leases AS l (name, holder, expires_at)
    VALUES ($name, $holder, clock_timestamp() + $forMs * interval '1 millisecond')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
      WHERE l.holder = excluded.holder OR l.expires_at <= clock_timestamp()
    RETURNING holder`,
  { holder: 'uuid' },
);

const RELEASE = statement<{ name: string; holder: string }>()(
  'release_lease',
  'DELETE FROM leases WHERE name = $name AND holder = $holder',
  {},
);

/** Names of tasks that one executor at a time does. The holder of `dispatcher` is the dispatcher. */
export type LeaseName = 'dispatcher' | 'retention' | 'storage' | 'files' | 'collections';

/** Acquires or renews the lease. Returns false if another process holds it. */
export async function acquireLease(sql: Sql, name: LeaseName, holder: string, forMs: number): Promise<boolean> {
  return (await sql.query(...ACQUIRE.with({ name, holder, forMs }))).length === 1;
}

export async function releaseLease(sql: Sql, name: LeaseName, holder: string): Promise<void> {
  await sql.query(...RELEASE.with({ name, holder }));
}
