import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { deletePart } from '../deletion/delete-part.ts';
import { deleteRowsPart, MAX_DELETED_BYTES, SESSION_VALUES, storedBytes } from '../deletion/delete-rows.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import { deleteGuardsAndEvents, deleteRest } from './delete-rest.ts';
import { findRetentionScopes, type RetentionScope } from './retention-scopes.ts';
import { FIRST_UUID } from '../ids/uuid-limits.ts';

/** Returns a statement that reads the oldest sessions. The time is part of the id, so an index finds them. */
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
 * Deletes the first of these sessions, as many as fit into one transaction. Sizes are read without the values. Sessions
 * that remain are running, or are deleted with an ancestor. `handled` is null for all of them.
 */
const DELETE_SESSIONS = statement<{ sessionIds: SqlArray }>()(
  'delete_sessions',
  `WITH measured AS MATERIALIZED (
      SELECT i.position, s.id, ${storedBytes('s', SESSION_VALUES)} AS bytes
      FROM unnest($sessionIds::uuid[]) WITH ORDINALITY AS i(id, position) JOIN sessions s ON s.id = i.id
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
  { deleted: 'uuid[]', handled: 'int4?' },
);

/**
 * The position at which the last call of this process stopped: the remaining scopes of each organization, and the
 * position in the first one. Sessions up to `passed` that exist are running, and are examined in the next sweep.
 */
export interface RetentionSweep {
  organizations: Map<string, { scopes: RetentionScope[]; passed: string }> | null;
}

export interface RetentionOptions {
  /** Days that sessions are retained if neither the organization nor the workflow sets another number. */
  sessionDays: number;
  /** Maximum number of sessions of one organization in one call. */
  maxSessions: number;
  /**
   * Called with ended sessions before they are deleted. If it fails, none is deleted.
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
 * Deletes old sessions, a limited number of each organization. Call it again until `more` is false. An organization
 * whose sessions cannot be deleted or exported is skipped for a backoff, and a later sweep tries again.
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
  const organizationIds = [...organizations.keys()];
  const deleted = await rounds.inTurn(
    'retention',
    organizationIds,
    (organizationId) => deleteOldSessions(sql, organizations, organizationId, options),
    options.isForAll,
  );
  // These organizations failed in this call or before.
  for (const organizationId of organizationIds) if (!deleted.has(organizationId)) organizations.delete(organizationId);
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
  return new Map([...scopes].map(([id, scopesOfOne]) => [id, { scopes: scopesOfOne, passed: FIRST_UUID }]));
}

/**
 * Deletes sessions of an organization's first scope, and removes the scope when it is empty.
 * @returns the number of deleted sessions
 */
async function deleteOldSessions(
  sql: Sql,
  organizations: NonNullable<RetentionSweep['organizations']>,
  organizationId: string,
  { maxSessions, beforeDelete }: RetentionOptions,
): Promise<number> {
  // The steps of deleted sessions are deleted before further sessions.
  if (await deletePart(sql, organizationId)) return 0;
  const remaining = organizations.get(organizationId);
  const scope = remaining?.scopes[0];
  if (remaining === undefined || scope === undefined) return 0;
  const { workflowId, days, before } = scope;
  const oldest = await sql.query(
    ...(workflowId === null ? READ_OLDEST : READ_OLDEST_OF_WORKFLOW).with({
      scopeId: workflowId ?? organizationId,
      after: remaining.passed,
      before,
      days,
      limit: maxSessions,
    }),
  );
  const old = oldest.filter((row) => row.old).map((row) => row.id);
  const sessionIds = old.length === 0 ? [] : ((await beforeDelete?.({ organizationId, sessionIds: old })) ?? old);
  const deleted = await deleteInParts(sql, sessionIds);
  const lastDeleted = sessionIds.at(-1);
  if (sessionIds.length < old.length && lastDeleted !== undefined) remaining.passed = lastDeleted;
  else if (oldest.length === maxSessions) remaining.passed = oldest.at(-1)?.id ?? remaining.passed;
  else {
    remaining.scopes.shift();
    remaining.passed = FIRST_UUID;
    if (remaining.scopes.length === 0) organizations.delete(organizationId);
  }
  return deleted;
}

/**
 * Deletes all of these sessions in transactions of limited bytes, each with as many of its steps as fit. The next call
 * of `deleteOld`, or any executor, deletes the other steps.
 * @returns the number of deleted sessions
 */
async function deleteInParts(sql: Sql, sessionIds: readonly string[]): Promise<number> {
  let count = 0;
  for (let remainingIds = sessionIds; remainingIds.length > 0;) {
    const { deleted, handled } = await sql.transaction(async (query) => {
      const [deletedPart] = await query(...DELETE_SESSIONS.with({ sessionIds: plainArray(remainingIds) }));
      await deleteRowsPart(query, deletedPart!.deleted);
      return deletedPart!;
    });
    count += deleted.length;
    remainingIds = handled === null ? [] : remainingIds.slice(handled);
  }
  return count;
}
