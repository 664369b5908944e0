import type { WindowState } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { plainArray } from '../sql-arrays.ts';

const WRITE: Statement = {
  name: 'write_windows',
  text: `WITH written AS (
      INSERT INTO dispatch_windows AS w (organization_id, in_flight, capacity, backlogged)
      SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::boolean[])
      ON CONFLICT (organization_id) DO UPDATE
        SET in_flight = excluded.in_flight, capacity = excluded.capacity, backlogged = excluded.backlogged, updated_at = clock_timestamp()
    )
    DELETE FROM dispatch_windows WHERE organization_id = ANY ($5::uuid[])`,
};

const READ: Statement = {
  name: 'read_windows',
  text: 'SELECT organization_id AS "organizationId", in_flight AS "inFlight", capacity, backlogged FROM dispatch_windows',
};

/** The windows as some dispatcher wrote them last. */
export function readWindows(database: Database): Promise<WindowState[]> {
  return database.query<WindowState>(READ, []);
}

/** Writes the windows that changed, and removes those of organizations that have nothing under way any more. */
export async function writeWindows(database: Database, changed: WindowState[], gone: string[]): Promise<void> {
  if (changed.length === 0 && gone.length === 0) return;
  await database.query(WRITE, [
    plainArray(changed.map((window) => window.organizationId)),
    plainArray(changed.map((window) => window.inFlight)),
    plainArray(changed.map((window) => window.capacity)),
    plainArray(changed.map((window) => window.backlogged)),
    plainArray(gone),
  ]);
}
