import { plainArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { deletePart } from '../deletion/delete-part.ts';
import { deleteRowsPart, MAX_DELETED_BYTES, SESSION_VALUES, storedBytes } from '../deletion/delete-rows.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import type { FairRounds } from '../turns/fair-rounds.ts';
import { deleteGuardsAndEvents, deleteRest } from './delete-rest.ts';
import { findRetentionScopes, type RetentionScope } from './retention-scopes.ts';

/** The time is in the id, so an index finds the oldest. */
function readOldest(name: string, column: 'organization_id' | 'workflow_id') {
  return statement<{ scopeId: string; after: string; before: string; days: number; limit: number }>()(
    name,
    `SELECT id, finished_at < now() - $days * interval '1 day' AS old FROM sessions
      WHERE ${column} = $scopeId AND id > $after::uuid AND id < $before::uuid ORDER BY id LIMIT $limit`,
    { id: 'uuid', old: 'bool?' },
  );
}

const READ_OLDEST = readOldest('read_oldest_sessions', 'organization_id');
const READ_OLDEST_OF_WORKFLOW = readOldest('read_oldest_sessions_of_workflow', 'workflow_id');

/**
 * Deletes the first of these sessions, as many as fit into one transaction. Sizes are known without reading the values.
 * Sessions that are not deleted are running, or are deleted with an ancestor.
 */
const DELETE_SESSIONS: Statement = {
  name: 'delete_sessions',
  text: `WITH measured AS MATERIALIZED (
      SELECT i.position, s.id, ${storedBytes('s', SESSION_VALUES)} AS bytes
      FROM unnest($1::uuid[]) WITH ORDINALITY AS i(id, position) JOIN sessions s ON s.id = i.id
    ), summed AS (
      SELECT position, id, sum(bytes) OVER (ORDER BY position) - bytes AS before FROM measured
    ), part AS MATERIALIZED (SELECT position, id FROM summed WHERE before < ${MAX_DELETED_BYTES}
    ), deleted AS (
      DELETE FROM sessions s WHERE s.id = ANY (ARRAY(SELECT id FROM part))
        AND s.status IN ('SUCCEEDED', 'FAILED', 'CANCELLED') AND NOT ${isDeletedAbove('s')}
      RETURNING s.id, s.organization_id
    ), marked AS (
      INSERT INTO deleted_sessions (session_id, organization_id, with_below)
      SELECT id, organization_id, false FROM deleted
    ), parents_deleted AS (
      DELETE FROM parent_sessions WHERE session_id = ANY (ARRAY(SELECT id FROM deleted))
    ), sizes_deleted AS (
      DELETE FROM tree_sizes WHERE root_id = ANY (ARRAY(SELECT id FROM deleted))
    )
    SELECT ARRAY(SELECT id FROM deleted) AS deleted,
      CASE WHEN (SELECT count(*) FROM part) < (SELECT count(*) FROM measured)
        THEN (SELECT max(position) FROM part)::int END AS handled`,
};

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * The position at which the last call of this process stopped: the remaining scopes of each organization, with the
 * position in the first of them. Sessions up to `passed` that were not deleted are running, and are examined in the
 * next sweep.
 */
export interface RetentionSweep {
  organizations: Map<string, { scopes: RetentionScope[]; passed: string }> | null;
}

export function newRetentionSweep(): RetentionSweep {
  return { organizations: null };
}

export interface RetentionOptions {
  /** Days that sessions are retained if neither the organization nor the workflow has another setting. */
  sessionDays: number;
  /** Sessions of one organization in one call. */
  maxSessions: number;
  /**
   * Called with ended sessions before they are deleted. If it fails, none of them is deleted.
   * @returns the sessions that may be deleted
   */
  beforeDelete?: (sessions: OldSessions) => Promise<string[]>;
  /** Returns true if a failure is not caused by the organization. The call then ends, and the next one continues. */
  isForAll?: (error: unknown) => boolean;
}

/** Ended sessions of one organization, the oldest first. */
export interface OldSessions {
  organizationId: string;
  sessionIds: string[];
}

/**
 * Deletes old sessions, a limited batch of each organization at a time. Call it again until `more` is false. An
 * organization whose sessions cannot be deleted or exported is left out for a backoff, and they are tried again in a
 * later sweep.
 */
export async function deleteOld(
  sql: Sql,
  rounds: FairRounds,
  sweep: RetentionSweep,
  options: RetentionOptions,
): Promise<{ sessions: number; more: boolean }> {
  const { sessionDays, maxSessions } = options;
  sweep.organizations ??= await findSweep(sql, sessionDays);
  const { organizations } = sweep;
  const asked = [...organizations.keys()];
  const deleted = await rounds.inTurn(
    'retention',
    asked,
    (organizationId) => deleteOldSessions(sql, organizations, organizationId, options),
    options.isForAll,
  );
  // These organizations failed now or before.
  for (const organizationId of asked) if (!deleted.has(organizationId)) organizations.delete(organizationId);
  const isFull = await deleteGuardsAndEvents(sql, maxSessions);
  const more = organizations.size > 0 || isFull;
  if (!more) {
    sweep.organizations = null;
    await deleteRest(sql, sessionDays);
  }
  return { sessions: [...deleted.values()].reduce((sum, count) => sum + count, 0), more };
}

async function findSweep(sql: Sql, sessionDays: number): Promise<NonNullable<RetentionSweep['organizations']>> {
  const scopes = Map.groupBy(await findRetentionScopes(sql, sessionDays), ({ organizationId }) => organizationId);
  return new Map([...scopes].map(([id, own]) => [id, { scopes: own, passed: BEFORE_ALL }]));
}

/**
 * Deletes one batch of an organization's first scope, which is removed when it is empty. @returns the number of deleted
 * sessions
 */
async function deleteOldSessions(
  sql: Sql,
  organizations: NonNullable<RetentionSweep['organizations']>,
  organizationId: string,
  { maxSessions, beforeDelete }: RetentionOptions,
): Promise<number> {
  // No further sessions are deleted before the steps of the last ones are deleted.
  if (await deletePart(sql, organizationId)) return 0;
  const left = organizations.get(organizationId);
  const scope = left?.scopes[0];
  if (left === undefined || scope === undefined) return 0;
  const { workflowId, days, before } = scope;
  const oldest = await sql.query(
    ...(workflowId === null ? READ_OLDEST : READ_OLDEST_OF_WORKFLOW).with({
      scopeId: workflowId ?? organizationId,
      after: left.passed,
      before,
      days,
      limit: maxSessions,
    }),
  );
  const old = oldest.filter((row) => row.old).map((row) => row.id);
  const sessionIds = old.length === 0 ? [] : ((await beforeDelete?.({ organizationId, sessionIds: old })) ?? old);
  const deleted = await deleteInParts(sql, sessionIds);
  const lastDeleted = sessionIds.at(-1);
  if (sessionIds.length < old.length && lastDeleted !== undefined) left.passed = lastDeleted;
  else if (oldest.length === maxSessions) left.passed = oldest.at(-1)?.id ?? left.passed;
  else {
    left.scopes.shift();
    left.passed = BEFORE_ALL;
    if (left.scopes.length === 0) organizations.delete(organizationId);
  }
  return deleted;
}

/**
 * Deletes all of these sessions in transactions of limited bytes, each with as many of the steps as fit. The next call
 * of `deleteOld`, or any executor, deletes the other steps.
 * @returns the number of deleted sessions
 */
async function deleteInParts(sql: Sql, sessionIds: readonly string[]): Promise<number> {
  let count = 0;
  for (let rest = sessionIds; rest.length > 0;) {
    const { deleted, handled } = await sql.transaction(async (query) => {
      const [part] = await query<DeletedPart>(DELETE_SESSIONS, [plainArray(rest)]);
      if (part === undefined) throw new Error('deleting gave no row');
      await deleteRowsPart(query, part.deleted);
      return part;
    });
    count += deleted.length;
    rest = handled === null ? [] : rest.slice(handled);
  }
  return count;
}

interface DeletedPart {
  deleted: string[];
  /** Null for all of them. */
  handled: number | null;
}
