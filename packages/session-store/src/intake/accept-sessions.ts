import { bytesArray, plainArray, textArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { flowKeyColumns, holdSessions } from '../rows/flow-entries.ts';
import { DELIVERY_LIFETIME, writeDeliveries, writeKeys } from '../rows/guards.ts';
import { storedPriority } from '../rows/stored-priority.ts';
import type { AcceptOutcome, NewSession } from './new-session.ts';
import { readKnownSessions } from './read-known-sessions.ts';
import { timeOrderedId } from '../rows/time-ordered-id.ts';

/**
 * Batches of more sessions go to the driver: they come when sessions come fast, and then Prisma's client costs a
 * quarter of the accepted rate (docs/decisions/0021-hot-statements-beside-prisma.md).
 */
const MAX_PRISMA_SESSIONS = 8;

/**
 * Batches with more characters of placeholder values go to the driver. Prisma's client serializes the values to JSON,
 * parses them again, and keeps those of its last hundred statements for its debug log: with large bodies that would be
 * hundreds of megabytes (docs/decisions/0021-hot-statements-beside-prisma.md).
 */
const MAX_PRISMA_CHARACTERS = 64 * 1024;

/** How often a session is tried when the guard row that refused it had expired by the time it was read. */
const MAX_ROUNDS = 3;

const COLUMNS = `id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger, mode,
  placeholder_values, ordered_values, started_by, request_id, traceparent, tracestate, priority,
  enqueued_at`;

const INPUT = `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::uuid[], $7::session_trigger[],
  $8::session_mode[], $9::text[], $10::uuid[], $11::boolean[], $13::boolean[], $14::text[], $15::text[], $16::text[],
  $17::int[]`;

const INPUT_COLUMNS = `id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger, mode,
  placeholder_values, started_by, enqueue, kept_by_jsonb, request_id, traceparent, tracestate, priority`;

const SELECTED = `i.id, i.organization_id, i.workflow_id, i.definition_id, i.workflow_version, i.component_id,
  i.trigger, i.mode, i.placeholder_values::jsonb,
  CASE WHEN NOT i.kept_by_jsonb THEN i.placeholder_values::json END, i.started_by, i.request_id, i.traceparent,
  i.tracestate, i.priority`;

/** One batch row names all sessions of the flush that go to the queue. */
const BATCH = `INSERT INTO enqueued_batches (id, session_ids)
  SELECT $12::uuid, array_agg(id) FROM accepted WHERE enqueued_at < 'infinity' HAVING count(*) > 0`;

/** Sessions without idempotency key or delivery: all are accepted. */
const ACCEPT: Statement = {
  name: 'accept',
  text: `WITH accepted AS (
    INSERT INTO sessions (${COLUMNS}) SELECT ${SELECTED}, CASE WHEN i.enqueue THEN now() END
    FROM ${INPUT}) AS i(${INPUT_COLUMNS})
    RETURNING id, enqueued_at
  ) ${BATCH}`,
};

const GUARD_INPUT = `, $18::text[], $19::bytea[], $20::text[], $21::text[], $22::text[]`;
const GUARD_COLUMNS = ', key, body_hash, response, delivery_id, signed_as';

/**
 * Sessions of which some are guarded by an idempotency key (24 h, per organization) or a delivery id (7 days, per
 * webhook component), or by the signed content, which a redelivery under a known id records for the first session. Only
 * sessions whose guards could be written are accepted; an expired guard is replaced.
 */
const ACCEPT_GUARDED: Statement = { name: 'accept_guarded', text: acceptGuarded('', '', '') };

/** The same where some sessions are held back by flow control or a pause: they have keys. */
const ACCEPT_HELD: Statement = {
  name: 'accept_held',
  text: acceptGuarded(
    ', $23::text[], $24::text[], $25::text[]',
    ', concurrency_key, order_key, warning',
    `, held AS MATERIALIZED (SELECT i.* FROM input i JOIN accepted a ON a.id = i.id), ${holdSessions('held')}`,
  ),
};

function acceptGuarded(holdInput: string, holdColumns: string, hold: string): string {
  const heldBack = hold === '' ? '' : `WHEN i.concurrency_key IS NOT NULL THEN 'infinity'::timestamptz`;
  const warning = hold === '' ? '' : ', warning';
  return `WITH input AS MATERIALIZED (
    SELECT * FROM ${INPUT}${GUARD_INPUT}${holdInput}) AS i(${INPUT_COLUMNS}${GUARD_COLUMNS}${holdColumns})
  ), keys AS (${writeKeys(
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
  ), accepted AS (
    INSERT INTO sessions (${COLUMNS}${warning}) SELECT ${SELECTED}, CASE ${heldBack} WHEN i.enqueue THEN now() END${
      warning && ', i.warning'
    } FROM input i
    WHERE (i.key IS NULL AND i.delivery_id IS NULL AND i.signed_as IS NULL)
       OR i.id IN (SELECT session_id FROM keys) OR i.id IN (SELECT session_id FROM deliveries)
       OR (i.delivery_id IS NULL AND i.id IN (SELECT session_id FROM signatures))
    RETURNING id, enqueued_at
  ), batch AS (${BATCH})${hold}
  SELECT id FROM accepted`;
}

/** The collision key of a session; sessions with the same key never share a batch. */
export function acceptKey(session: NewSession): string {
  if (session.idempotency !== undefined) return `key ${session.organizationId} ${session.idempotency.key}`;
  if (session.delivery !== undefined)
    return `delivery ${session.workflowId} ${session.componentId} ${session.delivery.id ?? session.delivery.signedAs}`;
  return session.id;
}

/**
 * Commits sessions with their guards and the row of their batch in one statement; for sessions with a known key or
 * delivery, the earlier session is read in a second one. A session has a key or a delivery, not both.
 */
export async function acceptSessions(sql: Sql, sessions: NewSession[]): Promise<AcceptOutcome[]> {
  const write = writerOf(sql, sessions);
  const held = sessions.some((session) => session.flow !== undefined);
  if (!held && sessions.every((session) => session.idempotency === undefined && session.delivery === undefined)) {
    await write(ACCEPT, columns(sessions));
    return sessions.map(() => ({ kind: 'accepted' }));
  }
  const outcomes = new Map<string, AcceptOutcome>();
  let open = sessions;
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round += 1) {
    const values = [...columns(open), ...guards(open)];
    const accepted = held
      ? await write<{ id: string }>(ACCEPT_HELD, [...values, ...heldColumns(open)])
      : await write<{ id: string }>(ACCEPT_GUARDED, values);
    for (const { id } of accepted) outcomes.set(id, { kind: 'accepted' });
    const lost = open.filter((session) => !outcomes.has(session.id));
    if (lost.length > 0) for (const [id, known] of await readKnownSessions(sql, lost)) outcomes.set(id, known);
    open = lost.filter((session) => !outcomes.has(session.id));
  }
  return sessions.map((session) => {
    const outcome = outcomes.get(session.id);
    if (outcome === undefined) throw new Error(`Session ${session.id} was neither accepted nor known`);
    return outcome;
  });
}

/** Inserts held sessions, in a transaction that has written their guards already. */
export async function insertHeldSessions(query: Query, sessions: NewSession[]): Promise<void> {
  const alone = sessions.map(({ idempotency: _key, delivery: _delivery, ...session }) => session);
  await query(ACCEPT_HELD, [...columns(alone), ...guards(alone), ...heldColumns(alone)]);
}

function writerOf(sql: Sql, sessions: NewSession[]): Query {
  if (sessions.length > MAX_PRISMA_SESSIONS) return sql.query;
  const characters = sessions.reduce((sum, session) => sum + session.placeholderValuesJson.length, 0);
  return characters <= MAX_PRISMA_CHARACTERS ? sql.queryByPrisma : sql.query;
}

function columns(sessions: NewSession[]): unknown[] {
  return [
    plainArray(sessions.map((session) => session.id)),
    plainArray(sessions.map((session) => session.organizationId)),
    plainArray(sessions.map((session) => session.workflowId)),
    plainArray(sessions.map((session) => session.definitionId)),
    plainArray(sessions.map((session) => session.workflowVersion)),
    plainArray(sessions.map((session) => session.componentId)),
    plainArray(sessions.map((session) => session.trigger)),
    plainArray(sessions.map((session) => session.mode)),
    textArray(sessions.map((session) => session.placeholderValuesJson)),
    plainArray(sessions.map((session) => session.startedBy)),
    plainArray(sessions.map((session) => session.enqueue)),
    timeOrderedId(),
    plainArray(sessions.map((session) => session.keptByJsonb)),
    textArray(sessions.map((session) => session.origin?.requestId ?? null)),
    textArray(sessions.map((session) => session.origin?.trace?.traceparent ?? null)),
    textArray(sessions.map((session) => session.origin?.trace?.tracestate ?? null)),
    plainArray(sessions.map((session) => storedPriority(session.priority))),
  ];
}

function guards(sessions: NewSession[]): unknown[] {
  return [
    textArray(sessions.map((session) => session.idempotency?.key ?? null)),
    bytesArray(sessions.map((session) => session.idempotency?.bodyHash ?? null)),
    textArray(sessions.map((session) => session.idempotency?.response ?? null)),
    textArray(sessions.map((session) => session.delivery?.id ?? null)),
    textArray(sessions.map((session) => session.delivery?.signedAs ?? null)),
  ];
}

function heldColumns(sessions: NewSession[]): unknown[] {
  const warnings = textArray(sessions.map((session) => session.warning ?? null));
  return [...flowKeyColumns(sessions.map((session) => session.flow)), warnings];
}
