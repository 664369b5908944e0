import type { SessionView } from '@workflow/workflow-model';
import type { SessionFilter } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { findSession } from './find-session.ts';
import { firstUuidv7At, sessionColumns, timeOfUuidv7, toSessionView } from './session-view.ts';
import type { SessionRow } from './session-view.ts';

/**
 * Index entries that one page may look at. A page whose filters match fewer than `limit` of them is short and
 * has a cursor all the same, so that no page costs more than this, however rare what it looks for.
 */
const MAX_SCANNED = 500;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NEWEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const OLDEST_ID = '00000000-0000-0000-0000-000000000000';

/** What every source is given, by name; one that does not use all of it has them typed all the same. */
const RANGE = `(SELECT $1::uuid AS organization_id, $2::uuid AS workflow_id, $3::session_status AS status, $4::uuid AS below, $5::uuid AS least) r`;
const BETWEEN = 's.id < r.below AND s.id >= r.least';

/** Where the candidates of a page come from, each an index in the order of ids. */
const SOURCES = {
  organization: `s.organization_id = r.organization_id AND ${BETWEEN}`,
  workflow: `s.workflow_id = r.workflow_id AND ${BETWEEN}`,
  test: `s.organization_id = r.organization_id AND s.mode = 'TEST' AND ${BETWEEN}`,
  rareStatus: `s.organization_id = r.organization_id AND s.rare_status = r.status AND ${BETWEEN}`,
  backlog: `s.organization_id = r.organization_id AND s.enqueued_at IS NULL AND ${BETWEEN}`,
};

/**
 * Sessions in the queue or running; the ledger names them, so the status needs no index. OFFSET 0 keeps the
 * planner from turning the look-up of each into a join that begins with all sessions of the organization.
 */
const IN_FLIGHT = `(SELECT DISTINCT unnest(session_ids) AS id FROM dispatches) l
  CROSS JOIN LATERAL (SELECT * FROM sessions WHERE id = l.id AND organization_id = $1 OFFSET 0) s`;

/** The filter by organization stands here for all sources; the planner cannot move it below the source's LIMIT. */
const FILTERS = `s.organization_id = $1 AND ($2::uuid IS NULL OR s.workflow_id = $2) AND ($3::session_status IS NULL OR s.status = $3)
  AND ($6::session_mode IS NULL OR s.mode = $6) AND ($7::session_trigger IS NULL OR s.trigger = $7)
  AND ($9::text IS NULL OR position(lower($9::text) IN lower(concat_ws(' ', s.id, s.error->>'code', s.error->>'message', s.error->>'errorId'))) > 0
    OR s.workflow_id IN (SELECT w.id FROM workflows w WHERE w.organization_id = $1 AND position(lower($9::text) IN lower(w.name)) > 0))`;

type Source = keyof typeof SOURCES;

function candidates(source: Source): string {
  return `SELECT s.* FROM sessions s, ${RANGE} WHERE ${SOURCES[source]} ORDER BY s.id DESC LIMIT ${MAX_SCANNED}`;
}

/** The last candidate of a page that looked at as many as it may; no row when it saw all there are. */
function lastScanned(source: Source): string {
  return `SELECT s.id FROM sessions s, ${RANGE} WHERE ${SOURCES[source]} ORDER BY s.id DESC OFFSET ${MAX_SCANNED - 1} LIMIT 1`;
}

function page(from: string): string {
  return `SELECT ${sessionColumns('s')} FROM ${from} WHERE ${FILTERS} ORDER BY s.id DESC LIMIT $8`;
}

const PAGES: Record<Source, Statement> = {
  organization: { name: 'list_by_organization', text: page(`(${candidates('organization')}) s`) },
  workflow: { name: 'list_by_workflow', text: page(`(${candidates('workflow')}) s`) },
  test: { name: 'list_tests', text: page(`(${candidates('test')}) s`) },
  rareStatus: { name: 'list_by_rare_status', text: page(`(${candidates('rareStatus')}) s`) },
  // QUEUED: in the backlog or in the queue.
  backlog: {
    name: 'list_queued',
    text: page(`(SELECT * FROM (${candidates('backlog')}) b UNION ALL SELECT s.* FROM ${IN_FLIGHT}
      CROSS JOIN ${RANGE} WHERE s.enqueued_at IS NOT NULL AND ${BETWEEN} AND s.id >= coalesce((${lastScanned('backlog')}), $5::uuid)) s`),
  },
};

const PAGE_OF_RUNNING: Statement = { name: 'list_running', text: page(`(SELECT s.* FROM ${IN_FLIGHT} CROSS JOIN ${RANGE} WHERE ${BETWEEN}) s`) };

const LAST_SCANNED = Object.fromEntries((Object.keys(SOURCES) as Source[]).map(
  (source) => [source, { name: `last_scanned_${source}`, text: lastScanned(source) }])) as Record<Source, Statement>;

/** A page of the organization's sessions, newest first. `cursor` is the `nextCursor` of the page before. */
export async function listSessions(
  database: Database, organizationId: string, filter: SessionFilter, { limit, cursor }: { limit: number; cursor?: string },
): Promise<{ items: SessionView[]; nextCursor: string | null }> {
  const named = await findNamed(database, organizationId, filter);
  if (named !== null) return { items: cursor === undefined ? [named] : [], nextCursor: null };
  const source = sourceFor(filter);
  const range = [
    organizationId, filter.workflowId ?? null, filter.status ?? null,
    earlier(cursor ?? NEWEST_ID, filter.to === undefined ? NEWEST_ID : firstUuidv7At(filter.to)),
    filter.from === undefined ? OLDEST_ID : firstUuidv7At(filter.from),
  ];
  const rows = await database.query<SessionRow>(
    source === null ? PAGE_OF_RUNNING : PAGES[source], [...range, filter.mode ?? null, filter.trigger ?? null, limit + 1, filter.text ?? null]);
  const items = rows.slice(0, limit).map(toSessionView);
  if (rows.length > limit) return { items, nextCursor: items.at(-1)?.id ?? null };
  if (source === null || !needsFiltering(source, filter)) return { items, nextCursor: null };
  const [last] = await database.query<{ id: string }>(LAST_SCANNED[source], range);
  return { items, nextCursor: last?.id ?? null };
}

/** The session whose whole id the text is, when it fits the rest of the filter: found however old it is. */
async function findNamed(database: Database, organizationId: string, { text, ...filter }: SessionFilter): Promise<SessionView | null> {
  if (text === undefined || !UUID.test(text)) return null;
  const session = await findSession(database, organizationId, text);
  return session !== null && fits(session, filter) ? session : null;
}

function fits(session: SessionView, { from, to, ...filter }: SessionFilter): boolean {
  const madeAt = timeOfUuidv7(session.id);
  return (from === undefined || madeAt >= from) && (to === undefined || madeAt < to)
    && (['workflowId', 'status', 'mode', 'trigger'] as const).every((key) => filter[key] === undefined || filter[key] === session[key]);
}

/** The source with the fewest candidates that do not match; null: the sessions in flight alone. */
function sourceFor(filter: SessionFilter): Source | null {
  if (filter.status === 'RUNNING') return null;
  if (filter.status === 'QUEUED') return 'backlog';
  if (filter.status !== undefined && filter.status !== 'SUCCEEDED') return 'rareStatus';
  if (filter.workflowId !== undefined) return 'workflow';
  return filter.mode === 'TEST' ? 'test' : 'organization';
}

/** Whether candidates of the source may not match; if all do, a short page is the last one. */
function needsFiltering(source: Source, filter: SessionFilter): boolean {
  return filter.trigger !== undefined || filter.text !== undefined
    || (filter.mode !== undefined && source !== 'test')
    || (filter.workflowId !== undefined && source !== 'workflow')
    || (filter.status !== undefined && source !== 'rareStatus')
    || source === 'workflow';
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
