import type { SessionMode } from '@workflow/workflow-model';
import { statement, type RowOf } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { identifyFailure, type IdentifiedFailure } from './fingerprint.ts';

/** Maximum number of failed sessions that one statement examines. */
const MAX_EXAMINED = 1_000;
/** Characters of a code and a message that are read. No more are compared. */
const MAX_CODE_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 500;

const FAILURE_COLUMNS = `s.workflow_id AS "workflowId", s.error->>'componentId' AS "componentId",
    left(s.error->>'code', ${MAX_CODE_LENGTH}) AS code, left(s.error->>'message', ${MAX_MESSAGE_LENGTH}) AS message,
    s.finished_at AS "failedAt"`;

const FAILURE_ROW = {
  id: 'uuid',
  workflowId: 'uuid',
  componentId: 'text?',
  code: 'text?',
  message: 'text?',
  failedAt: 'timestamptz',
} as const;

interface PageParameters {
  organizationId: string;
  below: string;
  workflowIds: SqlArray | null;
  mode: SessionMode | null;
  since: Date | null;
}

/** Finds the newest failures below an id. Reads only the texts of those that match. */
const PAGE = statement<PageParameters>()(
  'read_page_of_failures',
  `SELECT c.id AS last, f.* FROM (
      SELECT id, organization_id, workflow_id, parent_id, mode, error, finished_at FROM sessions
      WHERE organization_id = $organizationId::uuid AND rare_status = 'FAILED' AND id < $below::uuid
      ORDER BY id DESC LIMIT ${MAX_EXAMINED}) c
    LEFT JOIN LATERAL (SELECT s.id, ${FAILURE_COLUMNS} FROM (SELECT c.*) s
      WHERE ($workflowIds::uuid[] IS NULL OR s.workflow_id = ANY ($workflowIds::uuid[]))
        AND ($mode::session_mode IS NULL OR s.mode = $mode)
        AND s.finished_at IS NOT NULL AND ($since::timestamptz IS NULL OR s.finished_at >= $since)
        AND NOT ${isDeletedAbove('s')}) f ON true
    ORDER BY c.id DESC`,
  {
    last: 'uuid',
    id: 'uuid?',
    workflowId: 'uuid?',
    componentId: 'text?',
    code: 'text?',
    message: 'text?',
    failedAt: 'timestamptz?',
  },
);

const BY_IDS = statement<{ organizationId: string; ids: SqlArray }>()(
  'read_failures_by_ids',
  `SELECT s.id, ${FAILURE_COLUMNS} FROM sessions s
    WHERE s.id = ANY ($ids::uuid[]) AND s.organization_id = $organizationId::uuid AND s.status = 'FAILED'
      AND s.finished_at IS NOT NULL`,
  FAILURE_ROW,
);

/** A failed session, with the fingerprint of its group. */
export interface FailedSession extends IdentifiedFailure {
  id: string;
  failedAt: Date;
}

export interface FailureFilter {
  /** Only failures of these workflows. */
  workflowIds?: readonly string[];
  mode?: SessionMode;
  /** Failed at this time or later. */
  since?: Date;
}

/**
 * Reads failures of an organization in one statement, newest first by their ids.
 * @returns also `last`, the id of the last examined session if there are more; null if all were examined
 */
export async function readFailures(
  query: Query,
  organizationId: string,
  { workflowIds, mode, since }: FailureFilter,
  below: string,
): Promise<{ failures: FailedSession[]; examined: number; last: string | null }> {
  const rows = await query(
    ...PAGE.with({
      organizationId,
      below,
      workflowIds: workflowIds === undefined ? null : plainArray(workflowIds),
      mode: mode ?? null,
      since: since ?? null,
    }),
  );
  const failures = rows.flatMap(({ last: _last, id, ...row }) =>
    id === null ? [] : [failureOf({ id, ...row } as Row)],
  );
  return { failures, examined: rows.length, last: rows.length < MAX_EXAMINED ? null : (rows.at(-1)?.last ?? null) };
}

/** Returns the sessions that failed with a fingerprint, in their order. */
export async function keepFingerprint(
  query: Query,
  organizationId: string,
  ids: readonly string[],
  fingerprint: string,
): Promise<string[]> {
  const matching = new Set<string>();
  for (let at = 0; at < ids.length; at += MAX_EXAMINED) {
    const idsToRead = plainArray(ids.slice(at, at + MAX_EXAMINED));
    const rows = await query(...BY_IDS.with({ organizationId, ids: idsToRead }));
    for (const row of rows) if (failureOf(row).fingerprint === fingerprint) matching.add(row.id);
  }
  return ids.filter((id) => matching.has(id));
}

type Row = RowOf<typeof FAILURE_ROW>;

function failureOf({ id, workflowId, componentId, code, message, failedAt }: Row): FailedSession {
  const failure = { workflowId, componentId, code: code ?? '', message: message ?? '' };
  return { id, failedAt, ...identifyFailure(failure) };
}

/** Maximum number of statements for one page of a list. Each examines up to 1,000 failures. */
const MAX_STATEMENTS = 10;

/**
 * Finds the newest failures with a fingerprint below an id.
 * @returns at most `limit` ids, and the id at which the next page continues; null if there are no more
 */
export async function findByFingerprint(
  query: Query,
  organizationId: string,
  fingerprint: string,
  filter: FailureFilter,
  range: { below: string; limit: number },
): Promise<{ ids: string[]; last: string | null }> {
  const ids: string[] = [];
  let below: string | null = range.below;
  for (let count = 0; below !== null && count < MAX_STATEMENTS; count += 1) {
    const page = await readFailures(query, organizationId, filter, below);
    const matchingIds = page.failures.filter((failure) => failure.fingerprint === fingerprint).map(({ id }) => id);
    const free = range.limit - ids.length;
    ids.push(...matchingIds.slice(0, free));
    if (matchingIds.length > free) return { ids, last: ids.at(-1)! };
    below = page.last;
  }
  return { ids, last: below };
}
