import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { countUncountedEnds } from '../ends/count-ends.ts';
import { freeFlowPlaces } from '../queued/flow-entries.ts';
import { expireReleased } from '../files/file-uses.ts';

/** Maximum numbers of rows and bytes that one transaction deletes. A single row may exceed the bytes. */
const MAX_STEPS = 1_000;
const MAX_CHILDREN = 500;
const MAX_FILE_USES = 1_000;
const MAX_QUESTIONS = 1_000;
const MAX_EFFECTS = 1_000;
export const MAX_DELETED_BYTES = 16 * 1024 * 1024;

/**
 * Returns SQL of the bytes that a row's values occupy in the table. PostgreSQL knows them without reading the values.
 */
export function storedBytes(table: string, columns: readonly string[]): string {
  return columns.map((column) => `coalesce(pg_column_size(${table}.${column}), 0)`).join(' + ');
}

/** The columns of `sessions` with values. */
export const SESSION_VALUES = [
  'placeholder_values',
  'ordered_values',
  'output',
  'ordered_output',
  'packed_steps',
  'error',
] as const;
const STEP_VALUES = ['input', 'ordered_input', 'output', 'ordered_output', 'error'] as const;

/** The session rows are deleted, so nobody writes further steps. */
const DELETE_STEPS: Statement = {
  name: 'delete_steps_part',
  text: `WITH part AS MATERIALIZED (
      SELECT t.place, t.bytes FROM unnest($1::uuid[]) AS i(id) CROSS JOIN LATERAL (
        SELECT s.ctid AS place, ${storedBytes('s', STEP_VALUES)} AS bytes FROM steps s
        WHERE s.session_id = i.id LIMIT ${MAX_STEPS}) t
      LIMIT ${MAX_STEPS}
    ), summed AS (SELECT place, sum(bytes) OVER (ORDER BY place) - bytes AS before FROM part)
    DELETE FROM steps WHERE ctid = ANY (ARRAY(SELECT place FROM summed WHERE before < ${MAX_DELETED_BYTES}))
    RETURNING 1`,
};

/** Deletes the references to files. The file is deleted when no other session references it. */
const DELETE_FILE_USES: Statement = {
  name: 'delete_file_uses_part',
  text: `WITH part AS MATERIALIZED (
      SELECT session_id, file_id FROM file_uses WHERE session_id = ANY ($1::uuid[])
      LIMIT ${MAX_FILE_USES} FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM file_uses u USING part p WHERE u.session_id = p.session_id AND u.file_id = p.file_id
      RETURNING u.file_id
    ), released AS (${expireReleased('gone')})
    SELECT 1 AS one FROM gone`,
};

const DELETE_QUESTIONS: Statement = {
  name: 'delete_questions_part',
  text: `DELETE FROM questions WHERE id = ANY (ARRAY(
      SELECT id FROM questions WHERE session_id = ANY ($1::uuid[]) LIMIT ${MAX_QUESTIONS})) RETURNING 1`,
};

const DELETE_EFFECTS: Statement = {
  name: 'delete_step_effects_part',
  text: `DELETE FROM step_effects WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM step_effects WHERE session_id = ANY ($1::uuid[]) LIMIT ${MAX_EFFECTS})) RETURNING 1`,
};

/** A session has at most one response, so this statement needs no limit. */
const DELETE_RESPONSES: Statement = {
  name: 'delete_responses_part',
  text: 'DELETE FROM session_responses WHERE session_id = ANY ($1::uuid[]) RETURNING 1',
};

/** A session belongs to at most one conversation for each of its components. */
const DELETE_CONVERSATIONS: Statement = {
  name: 'delete_conversation_sessions_part',
  text: 'DELETE FROM conversation_sessions WHERE session_id = ANY ($1::uuid[]) RETURNING 1',
};

/** Skips locked rows: the transaction must not wait while it holds locks that the end of an ancestor needs. */
const LOCK_CHILDREN = statement<{ sessionIds: SqlArray }>()(
  'lock_children_to_delete',
  `WITH parents AS MATERIALIZED (
      SELECT session_id, greatest(1, ${MAX_CHILDREN} / count(*) OVER ()) AS size FROM deleted_sessions
      WHERE session_id = ANY ($sessionIds::uuid[]) AND with_below
    ), part AS MATERIALIZED (
      SELECT c.id, c.bytes FROM parents p CROSS JOIN LATERAL (
        SELECT s.id, ${storedBytes('s', SESSION_VALUES)} AS bytes FROM sessions s
        WHERE s.parent_id = p.session_id LIMIT p.size) c
    ), summed AS (SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM part)
    SELECT s.id FROM sessions s
    WHERE s.id = ANY (ARRAY(SELECT id FROM summed WHERE before < ${MAX_DELETED_BYTES}))
    ORDER BY s.id FOR UPDATE SKIP LOCKED`,
  { id: 'uuid' },
);

/** Deletes the rows of children. Later transactions delete their steps and descendants. */
const DELETE_CHILDREN: Statement = {
  name: 'delete_children_part',
  text: `WITH gone AS (
      DELETE FROM sessions WHERE id = ANY ($1::uuid[]) RETURNING id, organization_id
    ), ${freeFlowPlaces('gone')}
    INSERT INTO deleted_sessions (session_id, organization_id, with_below)
    SELECT id, organization_id, true FROM gone`,
};

/**
 * Deletes the records of sessions without remaining rows. Skips a parent that a cancel has locked. Rows with the path
 * of a tree are deleted only when no descendant needs them.
 */
const FORGET: Statement = {
  name: 'forget_deleted_sessions',
  text: `WITH emptied AS MATERIALIZED (
      SELECT d.session_id AS id FROM deleted_sessions d WHERE d.session_id = ANY ($1::uuid[])
        AND NOT EXISTS (SELECT FROM steps t WHERE t.session_id = d.session_id)
        AND NOT EXISTS (SELECT FROM file_uses u WHERE u.session_id = d.session_id)
        AND NOT EXISTS (SELECT FROM questions q WHERE q.session_id = d.session_id)
        AND NOT EXISTS (SELECT FROM step_effects x WHERE x.session_id = d.session_id)
        AND NOT (d.with_below AND EXISTS (SELECT FROM sessions s WHERE s.parent_id = d.session_id))
    ), parents AS MATERIALIZED (
      SELECT session_id AS id FROM parent_sessions WHERE session_id = ANY (ARRAY(SELECT id FROM emptied))
      FOR UPDATE SKIP LOCKED
    ), forgotten AS MATERIALIZED (
      SELECT e.id FROM emptied e WHERE e.id = ANY (ARRAY(SELECT id FROM parents))
        OR NOT EXISTS (SELECT FROM parent_sessions p WHERE p.session_id = e.id)
    ), parents_deleted AS (
      DELETE FROM parent_sessions WHERE session_id = ANY (ARRAY(SELECT id FROM parents))
    ), sizes_deleted AS (
      DELETE FROM tree_sizes WHERE root_id = ANY (ARRAY(SELECT id FROM forgotten))
    )
    DELETE FROM deleted_sessions WHERE session_id = ANY (ARRAY(SELECT id FROM forgotten)) RETURNING 1`,
};

/**
 * Deletes some of the remaining rows of deleted sessions, whose rows of `deleted_sessions` the transaction has locked:
 * steps, and the next descendants. Call it last in the transaction.
 * @returns whether it deleted anything
 */
export async function deleteRowsPart(query: Query, sessionIds: string[]): Promise<boolean> {
  const ids = plainArray(sessionIds);
  const steps = await query(DELETE_STEPS, [ids]);
  const uses = await query(DELETE_FILE_USES, [ids]);
  const questions = await query(DELETE_QUESTIONS, [ids]);
  const effects = await query(DELETE_EFFECTS, [ids]);
  await query(DELETE_RESPONSES, [ids]);
  await query(DELETE_CONVERSATIONS, [ids]);
  const children = await readIds(query, ...LOCK_CHILDREN.with({ sessionIds: ids }));
  if (children.length > 0) {
    await countUncountedEnds(query, children);
    await query(DELETE_CHILDREN, [plainArray(children)]);
  }
  const forgotten = await query(FORGET, [ids]);
  const deletions = [steps, uses, questions, effects, children, forgotten];
  return deletions.some(({ length }) => length > 0);
}
