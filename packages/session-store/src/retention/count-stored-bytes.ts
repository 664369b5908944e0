import { statement } from '../postgres/named-statement.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { StoreUnavailableError } from '../postgres/store-errors.ts';
import { stepsOf } from '../steps/packed-steps.ts';
import { recordChangeBy } from '../organization/record-change.ts';
import { valueBytes } from '../values/value-bytes.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import { FIRST_UUID } from '../ids/uuid-limits.ts';

const MAX_PAGE = 1_000;
const FIRST_PAGE = 100;
/** Approximate maximum of bytes that one statement reads: after large sessions the next page has fewer. */
const PAGE_BYTES = 32 * 1024 * 1024;
/** Bytes of a row in addition to its values, as they count for an organization's quota. */
export const SESSION_BYTES = 200;
const STEP_BYTES = 150;
const FILE_BYTES = 200;

const READ_LIMITED = statement()(
  'read_limited_storage',
  `SELECT q.organization_id AS "organizationId", b.bytes::float8 AS bytes
    FROM organization_quotas q LEFT JOIN stored_bytes b ON b.organization_id = q.organization_id
    WHERE q.max_stored_bytes IS NOT NULL ORDER BY q.organization_id`,
  { organizationId: 'uuid', bytes: 'float8?' },
);

const HIDDEN = 'coalesce(octet_length(hidden), 0)';
const HIDDEN_OF_SESSION = `${HIDDEN} + coalesce(octet_length(hidden_output), 0)`;

/** Returns SQL of the bytes of a row. Uses stored sizes. An error is small, and has no stored size. */
function sizes(table: string, input: 'placeholder_values' | 'input', hidden: string): string {
  const shown = `${valueBytes(table, input)} + ${valueBytes(table, 'output')}`;
  return `${shown} + ${hidden} + coalesce(octet_length(error::text), 0)`;
}

const COUNT_PAGE = statement<{ organizationId: string; after: string; size: number }>()(
  'count_stored_bytes',
  `WITH page AS MATERIALIZED (
      SELECT id, ${SESSION_BYTES} + ${sizes('sessions', 'placeholder_values', HIDDEN_OF_SESSION)} AS bytes
      FROM sessions WHERE organization_id = $organizationId AND id > $after ORDER BY id LIMIT $size::int
    )
    SELECT count(*)::int AS sessions, max(id::text) AS last, coalesce(sum(bytes), 0)::float8 + coalesce((
      SELECT sum(s.bytes) FROM page p CROSS JOIN LATERAL (
        SELECT ${STEP_BYTES} + ${sizes('steps', 'input', HIDDEN)} AS bytes
        FROM ${stepsOf('p.id')} steps OFFSET 0) s), 0)::float8 + coalesce((
      SELECT sum(x.bytes) FROM page p CROSS JOIN LATERAL (
        SELECT ${STEP_BYTES} + coalesce(octet_length(result::text), 0) + ${HIDDEN} AS bytes
        FROM step_effects WHERE session_id = p.id OFFSET 0) x), 0)::float8 AS bytes
    FROM page`,
  { sessions: 'int4', last: 'text?', bytes: 'float8' },
);

const COUNT_FILES = statement<{ organizationId: string }>()(
  'count_bytes_of_files_and_collections',
  `SELECT coalesce((SELECT sum(size + ${FILE_BYTES}) FROM files WHERE organization_id = $organizationId), 0)::float8
      + coalesce((SELECT sum(bytes) FROM collections WHERE organization_id = $organizationId), 0)::float8 AS bytes`,
  { bytes: 'float8' },
);

/**
 * Counts the bytes of each organization with a quota of stored bytes: its sessions with their steps as JSON, its files,
 * tables and stored values. A count reads all of them, in pages, so that it is always right. Replicas are notified
 * if it changed.
 * @param stopped is called between pages
 */
export async function countStoredBytes(sql: Sql, rounds: FairRounds, stopped: () => boolean): Promise<void> {
  const limited = await sql.query(READ_LIMITED, []);
  const before = new Map(limited.map(({ organizationId, bytes }) => [organizationId, bytes]));
  await rounds.inTurn('storage', [...before.keys()], async (organizationId) => {
    const counted = await countOrganization(sql.query, organizationId, stopped);
    if (counted !== null && counted !== before.get(organizationId)) await writeCount(sql, organizationId, counted);
  });
}

/** Returns null if it was stopped. */
async function countOrganization(query: Query, organizationId: string, stopped: () => boolean): Promise<number | null> {
  const [files] = await query(...COUNT_FILES.with({ organizationId }));
  let total = files?.bytes ?? 0;
  let passed = FIRST_UUID;
  let size = FIRST_PAGE;
  while (!stopped()) {
    const page = await readPage(query, organizationId, passed, size);
    if (page === 'too-large') {
      size = Math.ceil(size / 4);
      continue;
    }
    total += page.bytes;
    if (page.sessions < size || page.last === null) return total;
    passed = page.last;
    size = Math.max(1, Math.min(MAX_PAGE, Math.floor((size * PAGE_BYTES) / page.bytes)));
  }
  return null;
}

interface Page {
  sessions: number;
  last: string | null;
  bytes: number;
}

/** Reads a page. Returns `too-large` if PostgreSQL does not finish in time, unless the page has one session only. */
async function readPage(
  query: Query,
  organizationId: string,
  passed: string,
  size: number,
): Promise<Page | 'too-large'> {
  try {
    const [page] = await query(...COUNT_PAGE.with({ organizationId, after: passed, size }));
    return page!;
  } catch (error) {
    if (size === 1 || !(error instanceof StoreUnavailableError)) throw error;
    return 'too-large';
  }
}

const WRITE = statement<{ organizationId: string; bytes: number }>()(
  'write_stored_bytes',
  `INSERT INTO stored_bytes (organization_id, bytes) VALUES ($organizationId, $bytes)
    ON CONFLICT (organization_id) DO UPDATE SET bytes = excluded.bytes, counted_at = now()`,
  {},
);

function writeCount(sql: Sql, organizationId: string, counted: number): Promise<void> {
  return sql.transaction(async (query) => {
    await query(...WRITE.with({ organizationId, bytes: counted }));
    await recordChangeBy(query, { kind: 'ORGANIZATION_QUOTA', organizationId, subject: organizationId });
  });
}
