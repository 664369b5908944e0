import { findComponentType } from '@workflow/components/descriptors';
import type { Component, SessionError } from '@workflow/workflow-model';
import { timeOfUuidv7 } from '../ids/uuidv7-time.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';
import { FAILED_SESSION } from '../sessions/failed-session.ts';
import { toSentSession } from '../sessions/read-sessions.ts';
import { fromSessionJson, SESSION_ROW_COLUMNS, type SessionJson, type SessionRow } from '../sessions/session-view.ts';

/** Maximum number of failures that one transaction handles. */
const MAX_FAILURES = 20;

const TAKE = statement<{ organizationId: string; limit: number }, NoticeRow>()(
  'take_failure_notices',
  `SELECT id::text, workflow_id AS "workflowId", session_id AS "sessionId", run, is_child AS "isChild", error,
      finished_at AS "finishedAt", attempts, session FROM failure_notices
    WHERE organization_id = $organizationId AND due_at <= statement_timestamp()
    ORDER BY due_at, id LIMIT $limit FOR UPDATE SKIP LOCKED`,
  {
    id: 'text',
    workflowId: 'uuid',
    sessionId: 'uuid',
    run: 'int4',
    isChild: 'bool',
    error: 'jsonb?',
    finishedAt: 'timestamptz',
    attempts: 'int4',
    session: 'json?',
  },
);

/** The record of a failed run, as the statement that ended the run wrote it. */
interface NoticeRow {
  id: string;
  workflowId: string;
  sessionId: string;
  run: number;
  isChild: boolean;
  error: SessionError | null;
  finishedAt: Date;
  attempts: number;
  /** The copy that a retry stored. */
  session: ShownJson | null;
}

type ShownJson = SessionJson & { truncated: boolean };

/** Reads a failed session. The transaction has locked its notice, and a retry of the session waits for that lock. */
const READ = statement<{ sessionIds: SqlArray }, FailedRow>()(
  'read_failed_sessions',
  `SELECT s.request_id AS "requestId", s.parent_component_id AS "startedBy",
      p.definition_id AS "parentDefinition",
      EXISTS (SELECT FROM parent_sessions t JOIN sessions root ON root.id = t.path[1]
        WHERE t.session_id = s.parent_id AND root.trigger = 'ERROR') AS "isBelowError", v.*
    FROM sessions s LEFT JOIN sessions p ON p.id = s.parent_id CROSS JOIN LATERAL (${FAILED_SESSION}) v
    WHERE s.id = ANY ($sessionIds::uuid[])`,
  {
    ...SESSION_ROW_COLUMNS,
    requestId: 'text?',
    startedBy: 'uuid?',
    parentDefinition: 'uuid?',
    isBelowError: 'bool',
    truncated: 'bool',
  },
);

interface FailedRow extends SessionRow {
  requestId: string | null;
  startedBy: string | null;
  parentDefinition: string | null;
  isBelowError: boolean;
  truncated: boolean;
}

const READ_STARTERS = statement<
  Record<'definitionIds' | 'componentIds', SqlArray>,
  { definitionId: string; component: Component }
>()(
  'read_components_that_start',
  `SELECT i.definition_id AS "definitionId", c AS component
    FROM unnest($definitionIds::uuid[], $componentIds::text[]) AS i(definition_id, component_id)
    JOIN definitions d ON d.id = i.definition_id
    CROSS JOIN LATERAL jsonb_array_elements(d.content->'components') c WHERE c->>'id' = i.component_id`,
  { definitionId: 'uuid', component: 'jsonb' },
);

/** A failed session for which triggers may start. */
export interface Failure {
  id: string;
  workflowId: string;
  requestId: string | null;
  /** The session as the API shows it, without large values. */
  shown: object;
}

/** The due failures of an organization. */
interface DueFailures {
  /** All notices that were locked, and how often their starts failed before. */
  notices: { id: string; attempts: number }[];
  /** Failures for which no parent waits and which no `error` trigger caused, with the id of their notice. */
  failures: (Failure & { noticeId: string })[];
}

/** Locks the next notices of an organization until the end of the transaction, and reads their failures. */
export async function takeFailures(query: Query, organizationId: string, isOneAtATime: boolean): Promise<DueFailures> {
  const notices = await query(...TAKE.with({ organizationId, limit: isOneAtATime ? 1 : MAX_FAILURES }));
  if (notices.length === 0) return { notices: [], failures: [] };
  const rows = await query(
    ...READ.with({ sessionIds: plainArray([...new Set(notices.map(({ sessionId }) => sessionId))]) }),
  );
  const sessions = new Map(rows.map((row) => [row.id, row]));
  const awaited = await findAwaited(query, rows);
  const failures = notices.flatMap((notice) => {
    const session = sessions.get(notice.sessionId);
    // A deleted child was deleted with its tree, so nothing shows whether a parent waited for it.
    if (session === undefined ? notice.isChild : session.isBelowError || awaited.has(session.id)) return [];
    const { id: noticeId, sessionId: id, workflowId } = notice;
    return [{ noticeId, id, workflowId, requestId: session?.requestId ?? null, shown: shownOf(notice, session) }];
  });
  return { notices, failures };
}

/** Finds children whose parent waits for them. If the parent's component was deleted, no parent waits. */
async function findAwaited(query: Query, rows: readonly FailedRow[]): Promise<ReadonlySet<string>> {
  const children = rows.filter(({ parentId, parentDefinition }) => parentId !== null && parentDefinition !== null);
  if (children.length === 0) return new Set();
  const nameOf = (definitionId: string | null, componentId: string | null): string => `${definitionId} ${componentId}`;
  const childrenByName = new Map(children.map((row) => [nameOf(row.parentDefinition, row.startedBy), row]));
  const starters = await query(
    ...READ_STARTERS.with({
      definitionIds: plainArray([...childrenByName.values()].map(({ parentDefinition }) => parentDefinition)),
      componentIds: plainArray([...childrenByName.values()].map(({ startedBy }) => startedBy)),
    }),
  );
  const waiting = new Set(
    starters
      .filter(({ component }) => findComponentType(component)?.waitsForSessions(component.config) === true)
      .map(({ definitionId, component }) => nameOf(definitionId, component.id)),
  );
  const awaited = children.filter((row) => waiting.has(nameOf(row.parentDefinition, row.startedBy)));
  return new Set(awaited.map(({ id }) => id));
}

function shownOf(notice: NoticeRow, session: FailedRow | undefined): object {
  if (notice.session !== null)
    return toSentSession({ ...fromSessionJson(notice.session), truncated: notice.session.truncated });
  if (session !== undefined) {
    const { requestId: _request, startedBy: _by, parentDefinition: _parent, isBelowError: _below, ...row } = session;
    return toSentSession(row);
  }
  const { sessionId: id, workflowId, run, error, finishedAt } = notice;
  return {
    ...{ id, workflowId, mode: 'PROD', status: 'FAILED', run, placeholderValues: {}, output: null, error },
    createdAt: timeOfUuidv7(id).toISOString(),
    finishedAt: finishedAt.toISOString(),
    truncated: true,
  };
}
