import { type Columns, defineStatement, type NamedStatement, statement } from '../postgres/named-statement.ts';
import type { SqlArray } from '../postgres/sql-arrays.ts';
import { BETWEEN, FILTERS, RANGE, type FilterParameters, type RangeParameters } from './session-filter.ts';
import { STATE_COLUMNS, STATE_ROW_COLUMNS, type SessionState } from './read-states.ts';
import { SESSION_ROW_COLUMNS, sessionColumnsIf, sessionValueBytes, type SessionRow } from './session-view.ts';
import { isHeld, isInBacklog, isOutsideBacklog } from '../queued/queued-states.ts';

/**
 * If at most this many labels match, all are read and sorted by id, so a page is complete. This is one in 250 of five
 * million sessions.
 */
const MAX_FEW = 20_000;
/** If more labels match, matches are frequent: a page examines this many labelled sessions. */
const MAX_DENSE = 25_000;
const MAX_CANDIDATES = 500;

/** SQL of U+10FFFF. No text with the same prefix sorts after it. */
const AFTER_ALL = 'chr(1114111)';

/** SQL of a scan of `sessions_labelled_idx`, newest first. */
const NEWEST = `SELECT id, label FROM sessions
    WHERE organization_id = $organizationId::uuid AND label IS NOT NULL AND id < $below::uuid AND id >= $least::uuid
      AND NOT (SELECT yes FROM is_few)
    ORDER BY id DESC`;

/** Reads limit + 1 rows of `sessions_label_idx`; ORDER BY forces this index. */
const FEW = `few AS MATERIALIZED (
      SELECT id FROM sessions WHERE organization_id = $organizationId::uuid AND label IS NOT NULL
        AND label ~>=~ $label::text AND label ~<~ ($label::text || ${AFTER_ALL})
        ORDER BY label USING ~<~ LIMIT ${MAX_FEW + 1}
    ), is_few AS MATERIALIZED (SELECT count(*) <= ${MAX_FEW} AS yes FROM few)`;

const FOUND = `SELECT id FROM few WHERE (SELECT yes FROM is_few) AND id < $below::uuid AND id >= $least::uuid
    UNION ALL (SELECT id FROM (${NEWEST} LIMIT ${MAX_DENSE}) n WHERE starts_with(n.label, $label::text)
      ORDER BY id DESC LIMIT ${MAX_CANDIDATES})`;

/**
 * SQL of the ids of an organization's newest sessions from `$least` to below `$below` whose label begins with `$label`.
 */
const LABELLED_IDS = `WITH ${FEW} SELECT id FROM (${FOUND}) f ORDER BY id DESC LIMIT ${MAX_CANDIDATES}`;

/** SQL of the last examined id if there may be more, with the parameters of every source and `$label`. */
const LAST_LABELLED = `WITH ${FEW}, r AS (SELECT $workflowId::uuid, $status::session_status, $parentId::uuid)
    SELECT l.id FROM (
      (SELECT id FROM (${FOUND}) f ORDER BY id DESC OFFSET ${MAX_CANDIDATES - 1} LIMIT 1)
      UNION ALL (SELECT id FROM (${NEWEST} OFFSET ${MAX_DENSE - 1} LIMIT 1) n)) l, r
    ORDER BY l.id DESC LIMIT 1`;

/**
 * Maximum number of index entries that one page reads. A page with fewer than `limit` matches among them is short but
 * has a cursor, so that no page costs more, however rare the matches are.
 */
const MAX_SCANNED = 500;

/** The sources of a page's candidates. Each is an index in the order of ids. */
const SOURCES = {
  organization: `s.organization_id = r.organization_id AND ${BETWEEN}`,
  workflow: `s.workflow_id = r.workflow_id AND ${BETWEEN}`,
  // Sorted only by their ids. The unique index of children finds all of them, at most as many as one session starts.
  parent: `s.parent_id = r.parent_id AND ${BETWEEN}`,
  test: `s.organization_id = r.organization_id AND s.mode = 'TEST' AND ${BETWEEN}`,
  rareStatus: `s.organization_id = r.organization_id AND s.rare_status = r.status AND ${BETWEEN}`,
  backlog: `s.organization_id = r.organization_id AND ${isInBacklog('s')} AND ${BETWEEN}`,
};

/**
 * SQL of the sessions in the queue or running. Enqueued batches contain them, so the status needs no index. OFFSET 0
 * prevents the planner from turning the look-ups into a join that begins with all sessions of the organization.
 */
const IN_FLIGHT = `(SELECT DISTINCT unnest(session_ids) AS id FROM enqueued_batches) l
  CROSS JOIN LATERAL (SELECT * FROM sessions WHERE id = l.id AND organization_id = $organizationId OFFSET 0) s`;

const HELD_ENTRIES = `FROM flow_entries e WHERE e.organization_id = $organizationId::uuid AND e.stage <> 'STARTED'
    AND e.session_id < $below::uuid AND e.session_id >= $least::uuid`;

/** SQL of the newest sessions that flow control, a pause or a delay holds. */
const HELD = `SELECT s.* FROM sessions s, ${RANGE} WHERE ${isHeld('s')} AND s.id = ANY (ARRAY(
  SELECT e.session_id ${HELD_ENTRIES} ORDER BY e.session_id DESC LIMIT ${MAX_SCANNED}))`;

export type Source = keyof typeof SOURCES | 'label';

function candidates(source: keyof typeof SOURCES): string {
  return `SELECT s.* FROM sessions s, ${RANGE} WHERE ${SOURCES[source]} ORDER BY s.id DESC LIMIT ${MAX_SCANNED}`;
}

/** Returns SQL of the last candidate of a full page, or no row if the page read all candidates. */
function lastScanned(source: keyof typeof SOURCES): string {
  const last = `SELECT s.id FROM sessions s, ${RANGE} WHERE ${SOURCES[source]}
    ORDER BY s.id DESC OFFSET ${MAX_SCANNED - 1} LIMIT 1`;
  if (source !== 'backlog') return last;
  return `SELECT id FROM (SELECT greatest((${last}), (SELECT e.session_id ${HELD_ENTRIES}
    ORDER BY e.session_id DESC OFFSET ${MAX_SCANNED - 1} LIMIT 1)) AS id) l WHERE id IS NOT NULL`;
}

/** The SQL of the candidates of each source, and of RUNNING sessions. */
const FROM: Record<Source | 'running', string> = {
  organization: `(${candidates('organization')}) s`,
  workflow: `(${candidates('workflow')}) s`,
  parent: `(${candidates('parent')}) s`,
  test: `(${candidates('test')}) s`,
  rareStatus: `(${candidates('rareStatus')}) s`,
  label: `(SELECT * FROM sessions WHERE id = ANY (ARRAY(${LABELLED_IDS}))) s`,
  // QUEUED sessions: in the backlog, in the queue, or on hold.
  backlog: `(SELECT * FROM (${candidates('backlog')}) b
        WHERE id >= coalesce((${lastScanned('backlog')}), $least::uuid) UNION ALL SELECT s.* FROM ${IN_FLIGHT}
      CROSS JOIN ${RANGE} WHERE ${isOutsideBacklog('s')} AND ${BETWEEN}
        AND s.id >= coalesce((${lastScanned('backlog')}), $least::uuid)
      UNION ALL SELECT * FROM (${HELD}) h WHERE id >= coalesce((${lastScanned('backlog')}), $least::uuid)) s`,
  running: `(SELECT s.* FROM ${IN_FLIGHT} CROSS JOIN ${RANGE} WHERE ${BETWEEN}) s`,
};

/** Returns SQL of the states of the sessions of a page, without values. */
function states(from: string): string {
  return `SELECT ${STATE_COLUMNS} FROM ${from} WHERE ${FILTERS} ORDER BY s.id DESC LIMIT $limit`;
}

/**
 * Returns SQL of a page whose values have at most `$maxBytes` bytes. Its first session has its values whatever their
 * size. Sizes are added up before any value is read. `matched` also counts sessions beyond the page. With 0 bytes no
 * session has values.
 */
function page(from: string): string {
  return `SELECT ${sessionColumnsIf('$maxBytes::bigint > 0', 's')}, s.matched FROM (
      SELECT m.*, sum(m.bytes) OVER (ORDER BY m.id DESC) AS total, (count(*) OVER ())::int AS matched FROM (
        SELECT s.*, ${sessionValueBytes('s')} AS bytes FROM ${from} WHERE ${FILTERS}
        ORDER BY s.id DESC LIMIT $limit) m) s
    WHERE s.total <= $maxBytes::bigint OR s.total = s.bytes OR $maxBytes::bigint = 0 ORDER BY s.id DESC`;
}

/** The parameters of the states of a page. */
type StatesParameters = FilterParameters & { limit: number };
/** The parameters of a page with values. */
type PageParameters = StatesParameters & { maxBytes: number };
/** Sessions that are selected by their ids. */
interface NamedSessions {
  ids: SqlArray;
}

/** A session of a page, and the number of matching sessions. */
export type PageRow = SessionRow & { matched: number };

const PAGE_COLUMNS = { ...SESSION_ROW_COLUMNS, matched: 'int4' } as const;

/** The named statement of the same columns compares them with the row. */
function ofEachSource<Parameters extends object, Row>(
  prefix: string,
  text: (from: string) => string,
  columns: Columns,
): Record<Source | 'running', NamedStatement<Parameters, Row>> {
  const sources = Object.entries(FROM).map(([source, from]) => [
    source,
    defineStatement<Parameters, Row>(`${prefix}_${source}`, text(from), columns),
  ]);
  return Object.fromEntries(sources) as Record<Source | 'running', NamedStatement<Parameters, Row>>;
}

const NAMED = `(SELECT s.* FROM sessions s, ${RANGE} WHERE s.id = ANY ($ids::uuid[]) AND ${BETWEEN}) s`;

export const NAMED_PAGE = statement<PageParameters & NamedSessions, PageRow>()(
  'list_named_sessions',
  page(NAMED),
  PAGE_COLUMNS,
);
export const NAMED_STATES = statement<StatesParameters & NamedSessions, SessionState>()(
  'list_named_states',
  states(NAMED),
  STATE_ROW_COLUMNS,
);

/** A page of each source. */
export const PAGES = ofEachSource<PageParameters, PageRow>('list_sessions', page, PAGE_COLUMNS);
export const STATES = ofEachSource<StatesParameters, SessionState>('list_states', states, STATE_ROW_COLUMNS);

type LastScannedParameters = RangeParameters & { label: string };

/** The statements that return where a page ended after it read the maximum number of entries, by source. */
export const LAST_SCANNED = Object.fromEntries(
  [
    ...(Object.keys(SOURCES) as (keyof typeof SOURCES)[]).map((source) => [source, lastScanned(source)] as const),
    ['label', LAST_LABELLED] as const,
  ].map(([source, text]) => [
    source,
    statement<LastScannedParameters>()(`last_scanned_${source}`, text, { id: 'uuid' }),
  ]),
) as Record<Source, NamedStatement<LastScannedParameters, { id: string }>>;
