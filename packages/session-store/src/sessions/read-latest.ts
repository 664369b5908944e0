import type { Definition, SessionMode, TestSettings } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';
import { orderedColumn, orderedDraft } from '../values/key-order.ts';

/** The definition of a retry on the latest version, and the definition of the session. */
export interface Latest {
  mode: SessionMode;
  workflowId: string;
  /** The definition and the version that the session is pinned to. */
  pinnedId: string;
  fromVersion: number | null;
  /** The published definition in PROD; null in TEST, where the draft has to be stored. */
  definitionId: string | null;
  version: number | null;
  /** The draft with the pins of the session in TEST. */
  draft: Definition | null;
}

interface LatestRow {
  mode: SessionMode;
  workflowId: string;
  pinnedId: string;
  fromVersion: number | null;
  draft: Definition | null;
  version: number | null;
  definitionId: string | null;
  test: TestSettings | null;
}

const READ_LATEST = statement<{ sessionId: string; organizationId: string }, LatestRow>()(
  'read_latest_definition',
  `SELECT s.mode, s.workflow_id AS "workflowId", s.definition_id AS "pinnedId",
      s.workflow_version AS "fromVersion", CASE WHEN s.mode = 'TEST' THEN ${orderedDraft('w')} END AS draft,
      w.published_version AS version, v.definition_id AS "definitionId",
      ${orderedColumn('d', 'content', 'ordered_content')}->'test' AS test
    FROM sessions s
    JOIN workflows w ON w.id = s.workflow_id AND w.organization_id = $organizationId AND w.deleted_at IS NULL
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = s.definition_id
    WHERE s.id = $sessionId AND s.organization_id = $organizationId`,
  {
    mode: 'session_mode',
    workflowId: 'uuid',
    pinnedId: 'uuid',
    fromVersion: 'int4?',
    draft: 'json?',
    version: 'int4?',
    definitionId: 'uuid?',
    test: 'json?',
  },
);

/** Returns null if the workflow has no published version, or is deleted. A TEST session keeps its pins. */
export async function readLatest(query: Query, organizationId: string, sessionId: string): Promise<Latest | null> {
  const [row] = await query(...READ_LATEST.with({ sessionId, organizationId }));
  if (row === undefined) return null;
  const { test, draft, version, definitionId, ...session } = row;
  if (session.mode === 'PROD') return definitionId === null ? null : { ...session, definitionId, version, draft: null };
  const pinned = draft === null || test === null ? draft : { ...draft, test };
  return pinned === null ? null : { ...session, definitionId: null, version: null, draft: pinned };
}
