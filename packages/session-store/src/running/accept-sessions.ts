import type { AcceptOutcome, NewSession } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { bytesArray, plainArray, textArray } from '../sql-arrays.ts';
import { v7 as uuidv7 } from 'uuid';
import { readKnownSessions } from './read-known-sessions.ts';

/** Reads of a loser that found the winner's row gone (it expired in between); then the session is tried again. */
const MAX_ROUNDS = 3;

const COLUMNS = `id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger, mode,
  placeholder_values, started_by, enqueued_at`;

const INPUT = `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::uuid[], $7::session_trigger[],
  $8::session_mode[], $9::text[], $10::uuid[], $11::boolean[]`;

const INPUT_COLUMNS = `id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger, mode,
  placeholder_values, started_by, enqueue`;

const SELECTED = `i.id, i.organization_id, i.workflow_id, i.definition_id, i.workflow_version, i.component_id, i.trigger, i.mode,
  i.placeholder_values::jsonb, i.started_by, CASE WHEN i.enqueue THEN now() END`;

/** One ledger row names all sessions of the flush that go to the queue. */
const LEDGER = `INSERT INTO dispatches (id, session_ids)
  SELECT $12::uuid, array_agg(id) FROM accepted WHERE enqueued_at IS NOT NULL HAVING count(*) > 0`;

/** Sessions that nothing guards: all are accepted. */
const ACCEPT: Statement = {
  name: 'accept',
  text: `WITH accepted AS (
    INSERT INTO sessions (${COLUMNS}) SELECT ${SELECTED} FROM ${INPUT}) AS i(${INPUT_COLUMNS})
    RETURNING id, enqueued_at
  ) ${LEDGER}`,
};

/**
 * Sessions of which some are guarded by an idempotency key (24 h, per organization) or a delivery id (7 days,
 * per webhook component). Only those whose guard could be written are accepted; an expired guard is taken over.
 */
const ACCEPT_GUARDED: Statement = {
  name: 'accept_guarded',
  text: `WITH input AS MATERIALIZED (
    SELECT * FROM ${INPUT}, $13::text[], $14::bytea[], $15::text[], $16::text[])
      AS i(${INPUT_COLUMNS}, key, body_hash, response, delivery_id)
  ), keys AS (
    INSERT INTO idempotency_keys AS k (organization_id, key, body_hash, session_id, response)
    SELECT i.organization_id, i.key, i.body_hash, i.id, i.response FROM input i WHERE i.key IS NOT NULL
    ON CONFLICT (organization_id, key) DO UPDATE
      SET body_hash = excluded.body_hash, session_id = excluded.session_id, response = excluded.response, created_at = now()
      WHERE k.created_at <= now() - interval '24 hours'
    RETURNING session_id
  ), deliveries AS (
    INSERT INTO webhook_deliveries AS d (workflow_id, component_id, delivery_id, session_id)
    SELECT i.workflow_id, i.component_id, i.delivery_id, i.id FROM input i WHERE i.delivery_id IS NOT NULL
    ON CONFLICT (workflow_id, component_id, delivery_id) DO UPDATE
      SET session_id = excluded.session_id, created_at = now()
      WHERE d.created_at <= now() - interval '7 days'
    RETURNING session_id
  ), accepted AS (
    INSERT INTO sessions (${COLUMNS}) SELECT ${SELECTED} FROM input i
    WHERE (i.key IS NULL AND i.delivery_id IS NULL)
       OR i.id IN (SELECT session_id FROM keys) OR i.id IN (SELECT session_id FROM deliveries)
    RETURNING id, enqueued_at
  ), ledger AS (${LEDGER})
  SELECT id FROM accepted`,
};

/** What a session collides with; sessions with the same key never share a batch. */
export function acceptKey(session: NewSession): string {
  if (session.idempotency !== undefined) return `key ${session.organizationId} ${session.idempotency.key}`;
  if (session.delivery !== undefined) return `delivery ${session.workflowId} ${session.componentId} ${session.delivery.id}`;
  return session.id;
}

/**
 * Commits sessions with what guards them and their ledger row in one statement; what lost against a known key
 * or delivery is read in a later one. A session has a key or a delivery id, not both.
 */
export async function acceptSessions(database: Database, sessions: NewSession[]): Promise<AcceptOutcome[]> {
  if (sessions.every((session) => session.idempotency === undefined && session.delivery === undefined)) {
    await database.queryByPrisma(ACCEPT, columns(sessions));
    return sessions.map(() => ({ kind: 'accepted' }));
  }
  const outcomes = new Map<string, AcceptOutcome>();
  let open = sessions;
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round += 1) {
    const accepted = await database.queryByPrisma<{ id: string }>(ACCEPT_GUARDED, [...columns(open), ...guards(open)]);
    for (const { id } of accepted) outcomes.set(id, { kind: 'accepted' });
    const lost = open.filter((session) => !outcomes.has(session.id));
    if (lost.length > 0) for (const [id, known] of await readKnownSessions(database, lost)) outcomes.set(id, known);
    open = lost.filter((session) => !outcomes.has(session.id));
  }
  return sessions.map((session) => {
    const outcome = outcomes.get(session.id);
    if (outcome === undefined) throw new Error(`Session ${session.id} was neither accepted nor known`);
    return outcome;
  });
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
    uuidv7(),
  ];
}

function guards(sessions: NewSession[]): unknown[] {
  return [
    textArray(sessions.map((session) => session.idempotency?.key ?? null)),
    bytesArray(sessions.map((session) => session.idempotency?.bodyHash ?? null)),
    textArray(sessions.map((session) => session.idempotency?.response ?? null)),
    textArray(sessions.map((session) => session.delivery?.id ?? null)),
  ];
}
