import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { recordChangeBy } from '../rows/record-change.ts';

const PAGE = 1_000;
/** Bytes of a row beside its values, as they count for an organization's quota. */
export const SESSION_BYTES = 200;
const STEP_BYTES = 150;

const READ_LIMITED: Statement = {
  name: 'read_limited_storage',
  text: `SELECT q.organization_id AS "organizationId", b.bytes::float8 AS bytes
    FROM organization_quotas q LEFT JOIN stored_bytes b ON b.organization_id = q.organization_id
    WHERE q.max_stored_bytes IS NOT NULL ORDER BY q.organization_id`,
};

/** Sizes of the values as they are read, without PostgreSQL's compression. */
function textBytes(...columns: string[]): string {
  return columns.map((column) => `coalesce(octet_length(${column}::text), 0)`).join(' + ');
}

const COUNT_PAGE: Statement = {
  name: 'count_stored_bytes',
  text: `WITH page AS MATERIALIZED (
      SELECT id, ${SESSION_BYTES} + ${textBytes('placeholder_values', 'output', 'error')} AS bytes
      FROM sessions WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT ${PAGE}
    )
    SELECT count(*)::int AS sessions, max(id::text) AS last, coalesce(sum(bytes), 0)::float8 + coalesce((
      SELECT sum(s.bytes) FROM page p CROSS JOIN LATERAL (
        SELECT ${STEP_BYTES} + ${textBytes('input', 'output', 'error')} AS bytes
        FROM steps WHERE session_id = p.id OFFSET 0) s), 0)::float8 AS bytes
    FROM page`,
};

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Counts what the sessions of each organization with a quota of stored bytes take, with their steps, as JSON. A count
 * goes over all of them, in pages, so that it is right whatever happened in between; replicas hear of one that differs.
 * @param stopped asked between pages
 */
export async function countStoredBytes(sql: Sql, stopped: () => boolean): Promise<void> {
  const limited = await sql.query<{ organizationId: string; bytes: number | null }>(READ_LIMITED, []);
  for (const { organizationId, bytes } of limited) {
    const counted = await countOrganization(sql.query, organizationId, stopped);
    if (counted === null) return;
    if (counted !== bytes) await writeCount(sql, organizationId, counted);
  }
}

/** null: it was stopped. */
async function countOrganization(query: Query, organizationId: string, stopped: () => boolean): Promise<number | null> {
  let total = 0;
  let passed = BEFORE_ALL;
  while (!stopped()) {
    const [page] = await query<{ sessions: number; last: string | null; bytes: number }>(COUNT_PAGE, [
      organizationId,
      passed,
    ]);
    if (page === undefined) throw new Error('counting gave no row');
    total += page.bytes;
    if (page.sessions < PAGE || page.last === null) return total;
    passed = page.last;
  }
  return null;
}

const WRITE: Statement = {
  name: 'write_stored_bytes',
  text: `INSERT INTO stored_bytes (organization_id, bytes) VALUES ($1, $2)
    ON CONFLICT (organization_id) DO UPDATE SET bytes = excluded.bytes, counted_at = now()`,
};

function writeCount(sql: Sql, organizationId: string, counted: number): Promise<void> {
  return sql.transaction(async (query) => {
    await query(WRITE, [organizationId, counted]);
    await recordChangeBy(query, { kind: 'ORGANIZATION_QUOTA', organizationId, subject: organizationId });
  });
}
