import { ofAnyLength } from '../postgres/of-any-length.ts';
import { defineStatement, type NamedStatement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import type { SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';
import { holdSessions } from '../queued/flow-entries.ts';
import { DELIVERY_LIFETIME, writeDeliveries, writeKeys } from './guards.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { NewSession } from './new-session.ts';
import {
  CHILD_COLUMNS,
  ENQUEUED,
  GUARDS,
  HELD_OR_RARE,
  SESSION_COLUMNS,
  type SessionColumn,
} from './session-columns.ts';
import { isEnqueued } from '../queued/queued-states.ts';
import { recordExpiries } from '../queued/expiry.ts';

/**
 * The features that the sessions of a statement need. A statement without features accepts all sessions and holds none.
 */
interface AcceptedParts {
  /**
   * Some sessions have an idempotency key (24 h, per organization), a delivery id (7 days, per webhook component) or
   * signed content. A redelivery under an existing id records the signed content for the first session. Only sessions
   * whose guards were written are accepted. An expired guard is replaced.
   */
  guarded?: boolean;
  /** Some sessions need a column of `HELD_OR_RARE`. */
  heldOrRare?: boolean;
  /** The sessions are children of one parent, each iteration once. */
  children?: boolean;
}

/** The values of a statement: a list for each input column, by its name, and these. */
interface AcceptParameters {
  batchId: string;
  /** Only of children: the path from the root to the parent. */
  path?: SqlArray;
}

/**
 * The statement that creates sessions, with the features that its caller needs. It returns the accepted ids, or nothing
 * if all are accepted.
 */
interface AcceptStatement {
  accept: NamedStatement<AcceptParameters, { id: string }>;
  inputs: readonly Input[];
}

type Input = NonNullable<SessionColumn['input']>;

/** SQL that inserts the batch, which names all sessions of the flush that are enqueued. */
const BATCH = `INSERT INTO enqueued_batches (id, session_ids)
    SELECT $batchId::uuid, array_agg(id) FROM accepted WHERE ${isEnqueued()} HAVING count(*) > 0`;

function acceptStatement(
  name: string,
  { guarded = false, heldOrRare = false, children = false }: AcceptedParts,
): AcceptStatement {
  const columns = [
    ...SESSION_COLUMNS,
    ...(heldOrRare ? HELD_OR_RARE : ENQUEUED),
    ...(guarded ? GUARDS : []),
    ...(children ? CHILD_COLUMNS : []),
  ];
  const inputs = columns.flatMap(({ input }) => (input === undefined ? [] : [input]));
  const stored = columns.flatMap((column) => (column.stored === undefined ? [] : [column.stored]));
  const arrays = inputs.map(({ name: input, type }) => `$${input}::${type}[]`).with(0, ofAnyLength('$id::uuid[]'));
  const further = `, batch AS (${BATCH})${heldOrRare ? `, ${HOLD}` : ''}${children ? `, ${PARENT}` : ''}
    SELECT id FROM accepted`;
  const text = `WITH input AS ${guarded || heldOrRare ? 'MATERIALIZED ' : ''}(
      SELECT * FROM unnest(${arrays.join(', ')}) AS i(${inputs.map((input) => input.name).join(', ')})
    )${guarded ? `, ${GUARD}` : ''}, accepted AS (
      INSERT INTO sessions (${stored.map((column) => column.name).join(', ')})
      SELECT ${stored.map(({ from }) => from).join(', ')} FROM input i
      ${guarded ? ONLY_UNKNOWN : ''}${children ? EACH_ITERATION_ONCE : ''}
      RETURNING ${heldOrRare ? 'id, organization_id, enqueued_at, starts_at, expires_at' : 'id, enqueued_at'}
    )${guarded || heldOrRare ? further : ` ${BATCH}`}`;
  const returned = guarded || heldOrRare ? ({ id: 'uuid' } as const) : {};
  return { accept: defineStatement<AcceptParameters, { id: string }>(name, text, returned), inputs };
}

const GUARD = `keys AS (${writeKeys(
  'SELECT i.organization_id, i.key, i.body_hash, i.id, i.response FROM input i WHERE i.key IS NOT NULL',
)}
  ), signatures AS (${writeDeliveries(
    `SELECT DISTINCT ON (i.workflow_id, i.component_id, i.signed_as)
      i.workflow_id, i.component_id, i.signed_as, coalesce(known.session_id, i.id)
    FROM input i
    LEFT JOIN webhook_deliveries known ON known.workflow_id = i.workflow_id AND known.component_id = i.component_id
      AND known.delivery_id = i.delivery_id AND known.created_at > now() - ${DELIVERY_LIFETIME}
    WHERE i.signed_as IS NOT NULL
    ORDER BY i.workflow_id, i.component_id, i.signed_as, i.id`,
  )}
  ), deliveries AS (${writeDeliveries(
    `SELECT i.workflow_id, i.component_id, i.delivery_id, i.id FROM input i
    WHERE i.delivery_id IS NOT NULL AND (i.signed_as IS NULL OR i.id IN (SELECT session_id FROM signatures))`,
  )}
  )`;

const ONLY_UNKNOWN = `WHERE (i.key IS NULL AND i.delivery_id IS NULL AND i.signed_as IS NULL)
       OR i.id IN (SELECT session_id FROM keys) OR i.id IN (SELECT session_id FROM deliveries)
       OR (i.delivery_id IS NULL AND i.id IN (SELECT session_id FROM signatures))`;

const EACH_ITERATION_ONCE = `ON CONFLICT (parent_id, parent_run, parent_component_id, parent_iteration)
        WHERE parent_id IS NOT NULL DO NOTHING`;

const HOLD = `held AS MATERIALIZED (
      SELECT i.*, a.starts_at FROM input i JOIN accepted a ON a.id = i.id
    ), ${holdSessions('held')}, ${recordExpiries('accepted')}, joined AS (
      INSERT INTO conversation_sessions (conversation, session_id)
      SELECT conversation, id FROM held WHERE conversation IS NOT NULL
    )`;

const PARENT = `parent AS (
      INSERT INTO parent_sessions (session_id, organization_id, path, depth)
      SELECT i.parent_id, i.organization_id, $path::uuid[], cardinality($path::uuid[]) - 1 FROM input i LIMIT 1
      ON CONFLICT (session_id) DO NOTHING
    )`;

export const ACCEPT = acceptStatement('accept', {});
export const ACCEPT_GUARDED = acceptStatement('accept_guarded', { guarded: true });
export const ACCEPT_HELD = acceptStatement('accept_held', { guarded: true, heldOrRare: true });
const START_CHILDREN = acceptStatement('start_children', { heldOrRare: true, children: true });

/** Sends one of the statements. @returns the ids of the accepted sessions; none for `ACCEPT` */
export async function runAccept(
  query: Query,
  { accept, inputs }: AcceptStatement,
  sessions: readonly NewSession[],
  more: Pick<AcceptParameters, 'path'> = {},
): Promise<string[]> {
  const lists = Object.fromEntries(inputs.map(({ name, values }) => [name, values(sessions)]));
  return readIds(query, ...accept.with({ batchId: timeOrderedId(), ...lists, ...more }));
}

/** Accepts the sessions of one parent. @param path array literal, from the root to the parent itself */
export function acceptChildren(query: Query, sessions: readonly NewSession[], path: string): Promise<string[]> {
  return runAccept(query, START_CHILDREN, sessions, { path });
}
