import { DEFAULT_POOL } from '@workflow/workflow-model';
import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { READ_ADMISSION_QUOTAS, type AdmissionQuota } from '../queued/admission-quota.ts';

const WRITE = statement<
  Record<'organizationIds' | 'pools' | 'inFlight' | 'quotas' | 'backlogged' | 'gone', SqlArray>
>()(
  'write_admission_quotas',
  `WITH lanes AS (
      SELECT * FROM unnest($organizationIds::uuid[], $pools::text[], $inFlight::int[], $quotas::int[],
        $backlogged::boolean[])
        AS i(organization_id, pool, in_flight, quota, backlogged)
    ), written AS (
      INSERT INTO admission_quotas AS w (organization_id, in_flight, quota, backlogged, pools)
      SELECT d.organization_id, d.in_flight, d.quota, d.backlogged, coalesce((
        SELECT jsonb_object_agg(l.pool,
          jsonb_build_object('inFlight', l.in_flight, 'quota', l.quota, 'backlogged', l.backlogged))
        FROM lanes l WHERE l.organization_id = d.organization_id AND l.pool <> '${DEFAULT_POOL}'), '{}')
      FROM lanes d WHERE d.pool = '${DEFAULT_POOL}'
      ON CONFLICT (organization_id) DO UPDATE
        SET in_flight = excluded.in_flight, quota = excluded.quota, backlogged = excluded.backlogged,
          pools = excluded.pools, updated_at = clock_timestamp()
    )
    DELETE FROM admission_quotas WHERE organization_id = ANY ($gone::uuid[])`,
  {},
);

const READ = statement()('read_admission_quotas', READ_ADMISSION_QUOTAS, {
  organizationId: 'uuid',
  pool: 'text',
  inFlight: 'int4',
  quota: 'int4',
  backlogged: 'bool',
});

/** Returns the quotas that a dispatcher wrote last. */
export function readAdmissionQuotas(sql: Sql): Promise<AdmissionQuota[]> {
  return sql.query(READ, []);
}

/**
 * Writes quotas, and removes those of organizations without queued and running sessions.
 * @param changed all quotas of the organizations with a changed quota; one of each is for the pool `default`
 */
export async function writeAdmissionQuotas(
  sql: Sql,
  changed: AdmissionQuota[],
  idleOrganizations: string[],
): Promise<void> {
  if (changed.length === 0 && idleOrganizations.length === 0) return;
  await sql.query(
    ...WRITE.with({
      organizationIds: plainArray(changed.map((quota) => quota.organizationId)),
      pools: textArray(changed.map((quota) => quota.pool)),
      inFlight: plainArray(changed.map((quota) => quota.inFlight)),
      quotas: plainArray(changed.map((quota) => quota.quota)),
      backlogged: plainArray(changed.map((quota) => quota.backlogged)),
      gone: plainArray(idleOrganizations),
    }),
  );
}
