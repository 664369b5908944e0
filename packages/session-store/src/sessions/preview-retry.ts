import type { ComponentChange } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { movePreparer, type Moving } from './prepare-move.ts';
import { readLatest } from './read-latest.ts';

/** The effect of retrying a session from its failed step on the latest version. */
type RetryPreview =
  | { kind: 'not-found' }
  | { kind: 'not-terminal' | 'succeeded' | 'unpublished' }
  | { kind: 'impossible'; fromVersion: number | null; toVersion: number | null; reason: string }
  | {
      kind: 'possible';
      fromVersion: number | null;
      toVersion: number | null;
      changes: readonly ComponentChange[];
      /** Ids of the components whose results are retained. */
      retained: string[];
    };

const FIND = statement<{ sessionId: string; organizationId: string }>()(
  'find_session_to_retry',
  `SELECT s.status FROM sessions s
    WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}`,
  { status: 'session_status' },
);

/** Finds components with a result that counts: completed, or failed with a connected `error` port. */
const DONE = statement<{ sessionId: string }>()(
  'read_done_components',
  `SELECT DISTINCT t.component_id AS id FROM sessions s JOIN steps t ON t.session_id = s.id
    WHERE s.id = $sessionId AND t.run >= coalesce((s.results_from->>(t.component_id::text))::int, s.resume_from_run)
      AND (t.status = 'SUCCEEDED' OR (t.status = 'FAILED' AND t.port = 'error'))`,
  { id: 'uuid' },
);

export async function previewRetry(
  sql: Sql,
  moving: Moving,
  organizationId: string,
  sessionId: string,
): Promise<RetryPreview> {
  const [session] = await sql.query(...FIND.with({ sessionId, organizationId }));
  if (session === undefined) return { kind: 'not-found' };
  if (session.status === 'SUCCEEDED') return { kind: 'succeeded' };
  if (session.status !== 'FAILED' && session.status !== 'CANCELLED') return { kind: 'not-terminal' };
  const latest = await readLatest(sql.query, organizationId, sessionId);
  if (latest === null) return { kind: 'unpublished' };
  const { pinnedId, definitionId, draft, fromVersion, version: toVersion } = latest;
  const versions = { fromVersion, toVersion };
  const done = await readIds(sql.query, ...DONE.with({ sessionId }));
  if (definitionId === pinnedId) return { kind: 'possible', ...versions, changes: [], retained: done };
  const move = await movePreparer(sql, moving)({ sessionId, definitionId, pinnedId, draft });
  if (move === null) return { kind: 'not-found' };
  if (move.kind === 'impossible') return { ...versions, ...move };
  const changed = new Set(move.changes.map(({ componentId }) => componentId));
  return { kind: 'possible', ...versions, changes: move.changes, retained: done.filter((id) => !changed.has(id)) };
}
