import type { SessionStatus } from '@workflow/workflow-model';
import { statement, type RowOf } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';
import { FILTERS, filterParameters, type FilterParameters, type SessionFilter } from '../sessions/session-filter.ts';
import { keepFingerprint } from '../sessions/read-failures.ts';
import { isInBacklog } from '../queued/queued-states.ts';
import { FIRST_UUID } from '../ids/uuid-limits.ts';

export const ACTIONS = ['cancel', 'retry'] as const;
export type OperationAction = (typeof ACTIONS)[number];

/** The statuses that each action can change. */
const CHANGEABLE: Record<OperationAction, readonly SessionStatus[]> = {
  cancel: ['QUEUED', 'RUNNING', 'WAITING'],
  retry: ['FAILED', 'CANCELLED'],
};

/** Maximum number of candidates that one statement examines, so that it ends within its timeout. */
const MAX_CANDIDATES = 5_000;

const NEXT = `ORDER BY id LIMIT ${MAX_CANDIDATES}`;

/**
 * SQL of the sessions in the queue or running, in the backlog, on hold, or waiting. An index finds each kind, whatever
 * the status.
 */
const UNDER_WAY = `(SELECT id FROM (SELECT DISTINCT unnest(session_ids) AS id FROM enqueued_batches) b
    WHERE id > $after::uuid ${NEXT})
  UNION (SELECT id FROM sessions
    WHERE organization_id = $organizationId::uuid AND ${isInBacklog()} AND id > $after::uuid ${NEXT})
  UNION (SELECT session_id AS id FROM flow_entries
    WHERE organization_id = $organizationId::uuid AND session_id > $after::uuid
    ORDER BY session_id LIMIT ${MAX_CANDIDATES})
  UNION (${withStatus('WAITING')})`;

const ENDED = `(${withStatus('FAILED')}) UNION (${withStatus('CANCELLED')})`;

function withStatus(status: SessionStatus): string {
  return `SELECT id FROM sessions
    WHERE organization_id = $organizationId::uuid AND rare_status = '${status}' AND id > $after::uuid
    AND '${status}' = ANY ($statuses::session_status[]) ${NEXT}`;
}

function matching(candidates: string): string {
  return `WITH candidates AS MATERIALIZED (SELECT id FROM (${candidates}) c ${NEXT})
    SELECT ARRAY(SELECT s.id FROM candidates c
        CROSS JOIN LATERAL (SELECT * FROM sessions WHERE id = c.id AND organization_id = $organizationId OFFSET 0) s
        WHERE ${FILTERS} AND s.id < $below::uuid AND s.id >= $least::uuid
          AND s.status = ANY ($statuses::session_status[])
        ORDER BY s.id) AS ids,
      (SELECT id FROM candidates ORDER BY id OFFSET ${MAX_CANDIDATES - 1} LIMIT 1) AS last`;
}

type MatchParameters = FilterParameters & { after: string; statuses: SqlArray };

type PageOfIds = RowOf<typeof PAGE_OF_IDS>;

const PAGE_OF_IDS = { ids: 'uuid[]', last: 'uuid?' } as const;

const MATCH = {
  cancel: statement<MatchParameters>()('match_to_cancel', matching(UNDER_WAY), PAGE_OF_IDS),
  retry: statement<MatchParameters>()('match_to_retry', matching(ENDED), PAGE_OF_IDS),
};

/**
 * Returns pages of the ids, ascending, of the sessions that match a filter and that the action can change. In a
 * repeatable-read transaction all pages show the same moment.
 */
export async function* matchSessions(
  query: Query,
  organizationId: string,
  action: OperationAction,
  { status, fingerprint, ...filter }: SessionFilter,
): AsyncGenerator<string[]> {
  const statuses = CHANGEABLE[action].filter((each) => status === undefined || [status].flat().includes(each));
  if (statuses.length === 0) return;
  for (let after: string | null = FIRST_UUID; after !== null;) {
    const parameters = { ...filterParameters(organizationId, filter), after, statuses: plainArray(statuses) };
    const rows: PageOfIds[] = await query(...MATCH[action].with(parameters));
    const [page] = rows;
    const ids = page?.ids ?? [];
    yield fingerprint === undefined ? ids : await keepFingerprint(query, organizationId, ids, fingerprint);
    after = page?.last ?? null;
  }
}
