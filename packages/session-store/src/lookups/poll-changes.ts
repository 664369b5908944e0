import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { READ_ADMISSION_QUOTAS, type AdmissionQuota } from '../queued/admission-quota.ts';
import type { ChangeRecord } from '../organization/record-change.ts';

/** Maximum number of changes that a poll returns. A replica that missed more empties its caches. */
const MAX_CHANGES = 1_000;

const POLL = statement<{ sequence: string; executorDeadAfterMs: number }, PollRow>()(
  'poll',
  `SELECT
      (SELECT sequence FROM change_counter WHERE id = 1) AS sequence,
      (SELECT json_agg(c) FROM (
        SELECT sequence::text, kind, organization_id AS "organizationId", subject
        FROM changes WHERE sequence > $sequence
        ORDER BY changes.sequence LIMIT ${MAX_CHANGES}) c) AS changes,
      (SELECT json_agg(w) FROM (${READ_ADMISSION_QUOTAS}) w) AS quotas,
      ARRAY(SELECT DISTINCT pool FROM executors
        WHERE NOT draining
          AND heartbeat_at > clock_timestamp() - $executorDeadAfterMs * interval '1 millisecond') AS pools,
      clock_timestamp() AS now,
      EXISTS (SELECT FROM leases WHERE name = 'dispatcher' AND expires_at > clock_timestamp()) AS dispatching`,
  {
    sequence: 'int8?',
    changes: 'json?',
    quotas: 'json?',
    pools: 'text[]',
    now: 'timestamptz',
    dispatching: 'bool',
  },
);

/** The result of a replica's poll, read in one statement. */
interface PolledChanges {
  /** PostgreSQL's time. */
  now: Date;
  changes: ChangeRecord[];
  sequence: bigint;
  truncated: boolean;
  quotas: AdmissionQuota[];
  /** The pools with living executors that take sessions. */
  pools: string[];
  /**
   * True if an executor has the lease `dispatcher`. Otherwise the quotas are outdated, and ingress does not refill
   * them.
   */
  dispatching: boolean;
}

interface PollRow extends Pick<PolledChanges, 'now' | 'pools' | 'dispatching'> {
  /** Null if the counter has lost its row. */
  sequence: string | null;
  changes: (Omit<ChangeRecord, 'sequence'> & { sequence: string })[] | null;
  quotas: AdmissionQuota[] | null;
}

/**
 * Returns the changes after `sequence`, and the quotas. If `truncated` is true, changes were deleted or there are too
 * many: the caller must empty its caches, and `sequence` is the newest.
 */
export async function pollChanges(sql: Sql, executorDeadAfterMs: number, sequence: bigint): Promise<PolledChanges> {
  const [row] = await sql.query(...POLL.with({ sequence: sequence.toString(), executorDeadAfterMs }));
  const { sequence: newestText, changes: changedRows, quotas, ...more } = row!;
  if (newestText === null) throw new Error('change_counter has lost its row');
  const newest = BigInt(newestText);
  const changes = (changedRows ?? []).map((change) => ({ ...change, sequence: BigInt(change.sequence) }));
  // Sequences have no gaps, so their number shows whether some are missing.
  const truncated = BigInt(changes.length) !== newest - sequence;
  return { ...more, changes: truncated ? [] : changes, sequence: newest, truncated, quotas: quotas ?? [] };
}
