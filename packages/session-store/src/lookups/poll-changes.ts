import type { Sql, Statement } from '../postgres/sql.ts';
import { ADMISSION_QUOTA_COLUMNS, type AdmissionQuota } from '../rows/admission-quota.ts';
import type { ChangeRecord } from '../rows/record-change.ts';

/** A replica that missed more changes than this empties its cache instead. */
const MAX_CHANGES = 1_000;

const POLL: Statement = {
  name: 'poll',
  text: `SELECT
      (SELECT sequence FROM change_counter WHERE id = 1) AS sequence,
      (SELECT json_agg(c) FROM (
        SELECT sequence::text, kind, organization_id AS "organizationId", subject
        FROM changes WHERE sequence > $1 ORDER BY changes.sequence LIMIT ${MAX_CHANGES}) c) AS changes,
      (SELECT json_agg(w) FROM (
        SELECT ${ADMISSION_QUOTA_COLUMNS} FROM admission_quotas) w) AS quotas,
      EXISTS (SELECT FROM leases WHERE name = 'dispatcher' AND expires_at > clock_timestamp()) AS dispatching`,
};

interface PollRow {
  sequence: string;
  changes: (Omit<ChangeRecord, 'sequence'> & { sequence: string })[] | null;
  quotas: AdmissionQuota[] | null;
  dispatching: boolean;
}

/** The result of a replica's poll, read in one statement. */
interface PolledChanges {
  changes: ChangeRecord[];
  sequence: bigint;
  truncated: boolean;
  quotas: AdmissionQuota[];
  /**
   * True if a process holds the lease `dispatcher`. Otherwise the quotas are outdated, and ingress does not refill
   * them.
   */
  dispatching: boolean;
}

/**
 * Returns the changes after `sequence`, and the quotas. If `truncated` is true, some are deleted or there are too many,
 * so the caller must drop its whole cache; the sequence is then the newest.
 */
export async function pollChanges(sql: Sql, sequence: bigint): Promise<PolledChanges> {
  const [row] = await sql.query<PollRow>(POLL, [sequence.toString()]);
  if (row === undefined) throw new Error('change_counter has lost its row');
  const newest = BigInt(row.sequence);
  const changes = (row.changes ?? []).map((change) => ({ ...change, sequence: BigInt(change.sequence) }));
  // Sequences have no gaps, so their number shows whether some are missing.
  const truncated = BigInt(changes.length) !== newest - sequence;
  return {
    changes: truncated ? [] : changes,
    sequence: newest,
    truncated,
    quotas: row.quotas ?? [],
    dispatching: row.dispatching,
  };
}
