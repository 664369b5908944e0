import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { ADMISSION_QUOTA_COLUMNS, type AdmissionQuota } from '../rows/admission-quota.ts';

const WRITE: Statement = {
  name: 'write_admission_quotas',
  text: `WITH written AS (
      INSERT INTO admission_quotas AS w (organization_id, in_flight, quota, backlogged)
      SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::boolean[])
      ON CONFLICT (organization_id) DO UPDATE
        SET in_flight = excluded.in_flight, quota = excluded.quota, backlogged = excluded.backlogged,
          updated_at = clock_timestamp()
    )
    DELETE FROM admission_quotas WHERE organization_id = ANY ($5::uuid[])`,
};

const READ: Statement = {
  name: 'read_admission_quotas',
  text: `SELECT ${ADMISSION_QUOTA_COLUMNS} FROM admission_quotas`,
};

/** Returns the quotas that a dispatcher wrote last. */
export function readAdmissionQuotas(sql: Sql): Promise<AdmissionQuota[]> {
  return sql.query<AdmissionQuota>(READ, []);
}

/** Writes the quotas that changed, and removes those of organizations without queued and running sessions. */
export async function writeAdmissionQuotas(sql: Sql, changed: AdmissionQuota[], gone: string[]): Promise<void> {
  if (changed.length === 0 && gone.length === 0) return;
  await sql.query(WRITE, [
    plainArray(changed.map((quota) => quota.organizationId)),
    plainArray(changed.map((quota) => quota.inFlight)),
    plainArray(changed.map((quota) => quota.quota)),
    plainArray(changed.map((quota) => quota.backlogged)),
    plainArray(gone),
  ]);
}
