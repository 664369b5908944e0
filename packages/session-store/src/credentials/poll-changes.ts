import type { ChangeRecord, Credentials, WindowState } from '../contract.ts';
import type { Database, Statement } from '../database.ts';

/** A replica that missed more than this empties its cache instead. */
const MAX_CHANGES = 1_000;

const POLL: Statement = {
  name: 'poll',
  text: `SELECT
      (SELECT sequence FROM change_counter WHERE id = 1) AS sequence,
      (SELECT json_agg(c) FROM (
        SELECT sequence::text, kind, organization_id AS "organizationId", subject
        FROM changes WHERE sequence > $1 ORDER BY changes.sequence LIMIT ${MAX_CHANGES}) c) AS changes,
      (SELECT json_agg(w) FROM (
        SELECT organization_id AS "organizationId", in_flight AS "inFlight", capacity, backlogged FROM dispatch_windows) w) AS windows,
      EXISTS (SELECT FROM leases WHERE name = 'dispatcher' AND expires_at > clock_timestamp()) AS dispatching`,
};

interface PollRow {
  sequence: string;
  changes: (Omit<ChangeRecord, 'sequence'> & { sequence: string })[] | null;
  windows: WindowState[] | null;
  dispatching: boolean;
}

/**
 * Changes after `sequence`, and the windows. `truncated`: some are gone or too many, the caller must distrust
 * all that it has cached; the sequence then is the newest.
 */
export async function pollChanges(database: Database, sequence: bigint): ReturnType<Credentials['poll']> {
  const [row] = await database.query<PollRow>(POLL, [sequence.toString()]);
  if (row === undefined) throw new Error('change_counter has lost its row');
  const newest = BigInt(row.sequence);
  const changes = (row.changes ?? []).map((change) => ({ ...change, sequence: BigInt(change.sequence) }));
  // Sequences have no gaps, so what follows `sequence` is all there when its number says so.
  const truncated = BigInt(changes.length) !== newest - sequence;
  return { changes: truncated ? [] : changes, sequence: newest, truncated, windows: row.windows ?? [], dispatching: row.dispatching };
}
