import type { Sql, Statement } from '../postgres/sql.ts';

const ACQUIRE: Statement = {
  name: 'acquire_lease',
  text: `INSERT INTO leases AS l (name, holder, expires_at)
    VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
      WHERE l.holder = excluded.holder OR l.expires_at <= clock_timestamp()
    RETURNING holder`,
};

const RELEASE: Statement = { name: 'release_lease', text: 'DELETE FROM leases WHERE name = $1 AND holder = $2' };

/** Names of tasks that one executor at a time does. The holder of `dispatcher` is the dispatcher. */
export type LeaseName = 'dispatcher' | 'retention' | 'storage' | 'files' | 'collections';

/** Acquires or renews the lease. Returns false if another process holds it. */
export async function acquireLease(sql: Sql, name: LeaseName, holder: string, forMs: number): Promise<boolean> {
  return (await sql.query(ACQUIRE, [name, holder, forMs])).length === 1;
}

export async function releaseLease(sql: Sql, name: LeaseName, holder: string): Promise<void> {
  await sql.query(RELEASE, [name, holder]);
}
