import { bytesArray, hiddenArray, plainArray, textArray } from '../postgres/sql-arrays.ts';
import { storedPriority } from './stored-priority.ts';
import type { NewSession } from './new-session.ts';
import { firstState } from '../queued/queued-states.ts';
import { poolOf } from '../queued/session-pool.ts';

/**
 * A column of a statement that inserts sessions: its input and its value. The lists of columns determine the names,
 * types, order and values of the statement.
 */
export interface SessionColumn {
  /** The column of the statement's input. If left out, the value is computed from other inputs. */
  input?: {
    name: string;
    type: string;
    values: (sessions: readonly NewSession[]) => string | Buffer;
    /**
     * Returns true if the session has a value for this column, so that a statement without the column cannot accept it.
     */
    isNeeded: (session: NewSession) => boolean;
  };
  /**
   * The column of `sessions`, and the SQL of its value from the input `i`. If left out, only other columns use the
   * input.
   */
  stored?: { name: string; from: string };
}

/** A column with an input. */
type InputColumn = SessionColumn & Required<Pick<SessionColumn, 'input'>>;

type Plain = string | number | boolean | null;

/** Creates a column of UUIDs, numbers, booleans or enum labels, which need no quoting. */
function plain(name: string, type: string, of: (session: NewSession) => Plain): SessionColumn {
  return { ...plainInput(name, type, of), stored: { name, from: `i.${name}` } };
}

function plainInput(name: string, type: string, of: (session: NewSession) => Plain): InputColumn {
  const isNeeded = (session: NewSession): boolean => of(session) !== null;
  return { input: { name, type, values: (sessions) => plainArray(sessions.map(of)), isNeeded } };
}

function text(name: string, of: (session: NewSession) => string | null | undefined): SessionColumn {
  return { ...textInput(name, of), stored: { name, from: `i.${name}` } };
}

function textInput(name: string, of: (session: NewSession) => string | null | undefined): InputColumn {
  const valueOf = (session: NewSession): string | null => of(session) ?? null;
  const isNeeded = (session: NewSession): boolean => valueOf(session) !== null;
  return { input: { name, type: 'text', values: (sessions) => textArray(sessions.map(valueOf)), isNeeded } };
}

/** The columns of every session. */
export const SESSION_COLUMNS: readonly SessionColumn[] = [
  plain('id', 'uuid', ({ id }) => id),
  plain('organization_id', 'uuid', ({ organizationId }) => organizationId),
  plain('workflow_id', 'uuid', ({ workflowId }) => workflowId),
  plain('definition_id', 'uuid', ({ definitionId }) => definitionId),
  plain('workflow_version', 'int', ({ workflowVersion }) => workflowVersion),
  plain('component_id', 'uuid', ({ componentId }) => componentId),
  plain('trigger', 'session_trigger', ({ trigger }) => trigger),
  plain('mode', 'session_mode', ({ mode }) => mode),
  {
    ...textInput('placeholder_values', ({ placeholderValuesJson }) => placeholderValuesJson),
    stored: { name: 'placeholder_values', from: 'i.placeholder_values::jsonb' },
  },
  {
    ...plainInput('unchanged_by_jsonb', 'boolean', ({ unchangedByJsonb }) => unchangedByJsonb),
    stored: { name: 'ordered_values', from: 'CASE WHEN NOT i.unchanged_by_jsonb THEN i.placeholder_values::json END' },
  },
  { stored: { name: 'values_bytes', from: 'octet_length(i.placeholder_values)' } },
  plain('started_by', 'uuid', ({ startedBy }) => startedBy),
  text('request_id', ({ origin }) => origin?.requestId),
  text('traceparent', ({ origin }) => origin?.trace?.traceparent),
  text('tracestate', ({ origin }) => origin?.trace?.tracestate),
  plain('priority', 'int', ({ priority }) => storedPriority(priority)),
];

const START_AT = 'to_timestamp(i.start_at_ms / 1000.0)';
const SECONDS = "interval '1 second'";

/**
 * SQL of the time at which a delayed session starts, which is never in the past. NULL for a session that starts
 * immediately.
 */
const STARTS_AT = `CASE WHEN i.start_at_ms IS NOT NULL THEN greatest(now(), ${START_AT})
    WHEN i.start_after_seconds IS NOT NULL THEN now() + i.start_after_seconds * ${SECONDS} END`;

/** The start and the expiry of sessions that are delayed or may expire, by PostgreSQL's clock. */
const TIMES: readonly SessionColumn[] = [
  plainInput('start_at_ms', 'float8', ({ timing }) => timing?.startAtMs ?? null),
  plainInput('start_after_seconds', 'int', ({ timing }) => timing?.startAfterSeconds ?? null),
  { stored: { name: 'starts_at', from: STARTS_AT } },
  {
    ...plainInput('expire_after_seconds', 'int', ({ timing }) => timing?.expireAfterSeconds ?? null),
    stored: {
      name: 'expires_at',
      from: `coalesce(${STARTS_AT}, now()) + i.expire_after_seconds * ${SECONDS}`,
    },
  },
];

const POOL = textInput('pool', ({ pool }) => pool);

/** The pool of a session that names none. A statement with this column opens four more tables in each execution. */
const LOOKED_UP_POOL: SessionColumn = {
  input: { ...POOL.input, isNeeded: ({ pool }) => pool === undefined },
  stored: { name: 'pool', from: `coalesce(i.pool, ${poolOf('i')})` },
};

const ENQUEUE = plainInput('enqueue', 'boolean', ({ enqueue }) => enqueue);

/** 0 for a session that was never enqueued, because enqueueing it increases the number. */
const ENQUEUE_NUMBER: SessionColumn = { stored: { name: 'enqueue_number', from: 'i.enqueue::int' } };

/** The columns of sessions that are enqueued or wait in the backlog. */
export const ENQUEUED: readonly SessionColumn[] = [
  { ...ENQUEUE, stored: { name: 'enqueued_at', from: firstState({ enqueued: 'i.enqueue' }) } },
  ENQUEUE_NUMBER,
  { ...POOL, stored: { name: 'pool', from: 'i.pool' } },
];

/** The columns of sessions that flow control or a pause may hold. */
const ENQUEUED_OR_HELD: readonly SessionColumn[] = [
  {
    ...ENQUEUE,
    stored: {
      name: 'enqueued_at',
      from: firstState({ held: 'i.concurrency_key IS NOT NULL', enqueued: 'i.enqueue' }),
    },
  },
  ENQUEUE_NUMBER,
  textInput('concurrency_key', ({ flow }) => flow?.concurrencyKey),
  textInput('order_key', ({ flow }) => flow?.orderKey),
  text('warning', ({ warning }) => warning),
  ...TIMES,
];

const LABEL: SessionColumn = text('label', ({ label }) => label);

const HIDDEN: SessionColumn = {
  input: {
    name: 'hidden',
    type: 'bytea',
    values: (sessions) => hiddenArray(sessions.map(({ sealed }) => sealed)),
    isNeeded: ({ sealed }) => sealed !== undefined,
  },
  stored: { name: 'hidden', from: 'i.hidden' },
};

const CONVERSATION: SessionColumn = {
  input: {
    name: 'conversation',
    type: 'bytea',
    values: (sessions) => hiddenArray(sessions.map(({ conversation }) => conversation)),
    isNeeded: ({ conversation }) => conversation !== undefined,
  },
};

/**
 * The columns of sessions that may be on hold, columns that few sessions have, and the pool of sessions that name none.
 * A session that needs none of them is *plain*: a statement without these columns accepts it.
 */
export const HELD_OR_RARE: readonly SessionColumn[] = [
  ...ENQUEUED_OR_HELD,
  LOOKED_UP_POOL,
  HIDDEN,
  LABEL,
  CONVERSATION,
];

const RARE_INPUTS = HELD_OR_RARE.flatMap(({ input }) =>
  input === undefined || input === ENQUEUE.input ? [] : [input],
);

/** Returns true if a session is not plain, so that only a statement with the columns `HELD_OR_RARE` accepts it. */
export function isMoreThanPlain(session: NewSession): boolean {
  return RARE_INPUTS.some(({ isNeeded }) => isNeeded(session));
}

/** The columns that guard against a second session. */
export const GUARDS: readonly SessionColumn[] = [
  textInput('key', ({ idempotency }) => idempotency?.key),
  {
    input: {
      name: 'body_hash',
      type: 'bytea',
      values: (sessions) => bytesArray(sessions.map(({ idempotency }) => idempotency?.bodyHash ?? null)),
      isNeeded: ({ idempotency }) => idempotency !== undefined,
    },
  },
  textInput('response', ({ idempotency }) => idempotency?.response),
  textInput('delivery_id', ({ delivery }) => delivery?.id),
  textInput('signed_as', ({ delivery }) => delivery?.signedAs),
];

/** Additional columns of children. */
export const CHILD_COLUMNS: readonly SessionColumn[] = [
  plain('parent_id', 'uuid', ({ parent }) => parent?.sessionId ?? null),
  plain('parent_run', 'int', ({ parent }) => parent?.run ?? null),
  plain('parent_component_id', 'uuid', ({ parent }) => parent?.componentId ?? null),
  plain('parent_iteration', 'int', ({ parent }) => parent?.iteration ?? null),
  plain('depth', 'int', ({ parent }) => parent?.depth ?? 0),
  { stored: { name: 'tree_number', from: `nextval('tree_numbers')` } },
];
