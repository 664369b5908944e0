import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { sqlStateOf, StoreConnectionLostError } from '../postgres/store-errors.ts';
import { ACCEPT, ACCEPT_GUARDED, ACCEPT_HELD, runAccept } from '../acceptance/accept-statement.ts';
import { isMoreThanPlain } from '../acceptance/session-columns.ts';
import type { AcceptOutcome, NewSession } from '../acceptance/new-session.ts';
import { readKnownSessions } from './read-known-sessions.ts';

/**
 * Batches of more sessions than this are written without Prisma's client, by the driver `pg`. They occur when many
 * sessions arrive, and then Prisma's client costs a quarter of the accepted rate
 * (docs/decisions/0021-hot-statements-without-prisma.md).
 */
const MAX_PRISMA_SESSIONS = 8;

/**
 * Batches with more characters of placeholder values than this are written by the driver as well. Prisma's client
 * serializes the values and parses them again. It also keeps those of its last hundred statements for its debug log,
 * which would be hundreds of megabytes (docs/decisions/0021-hot-statements-without-prisma.md).
 */
const MAX_PRISMA_CHARACTERS = 64 * 1024;

/**
 * Maximum number of attempts for a session whose guard exists already, but whose earlier session is not found. The
 * existing row expired in between.
 */
const MAX_ROUNDS = 3;

/** Returns a key by which sessions collide: two sessions with the same key are never in one batch. */
export function acceptKey(session: NewSession): string {
  if (session.idempotency !== undefined) return `key ${session.organizationId} ${session.idempotency.key}`;
  if (session.delivery !== undefined)
    return `delivery ${session.workflowId} ${session.componentId} ${session.delivery.id ?? session.delivery.signedAs}`;
  return session.id;
}

/** Maximum number of attempts after a connection ended. */
const MAX_ATTEMPTS = 3;

/** SQLSTATE of a row that exists already. */
const UNIQUE_VIOLATION = '23505';

const FIND_COMMITTED = statement<{ sessionIds: SqlArray }>()(
  'find_committed_sessions',
  'SELECT id FROM sessions WHERE id = ANY ($sessionIds::uuid[])',
  { id: 'uuid' },
);

/**
 * Accepts sessions, each once. If the connection ends before PostgreSQL answers, some may be committed. These are found
 * by their ids, and the others are written again.
 */
export async function acceptSessions(sql: Sql, sessions: NewSession[]): Promise<AcceptOutcome[]> {
  try {
    return await writeSessions(sql, sessions);
  } catch (error) {
    if (!(error instanceof StoreConnectionLostError)) throw error;
    return acceptAgain(sql, sessions);
  }
}

async function acceptAgain(sql: Sql, sessions: NewSession[], attempt = 1): Promise<AcceptOutcome[]> {
  try {
    const sessionIds = plainArray(sessions.map(({ id }) => id));
    const committed = new Set(await readIds(sql.query, ...FIND_COMMITTED.with({ sessionIds })));
    const uncommitted = sessions.filter(({ id }) => !committed.has(id));
    const outcomes = uncommitted.length === 0 ? [] : await writeSessions(sql, uncommitted);
    const written = new Map(uncommitted.map(({ id }, index) => [id, outcomes[index]]));
    return sessions.map(({ id }) => written.get(id) ?? { kind: 'accepted' });
  } catch (error) {
    // The statement of the ended connection may have been committed meanwhile.
    const mayRepeat = error instanceof StoreConnectionLostError || sqlStateOf(error) === UNIQUE_VIOLATION;
    if (!mayRepeat || attempt >= MAX_ATTEMPTS) throw error;
    return acceptAgain(sql, sessions, attempt + 1);
  }
}

/**
 * Commits sessions with their guards and the row of their batch in one statement. For sessions with an existing key or
 * delivery id, a second statement reads the earlier session. A session has a key or a delivery id, never both.
 */
async function writeSessions(sql: Sql, sessions: NewSession[]): Promise<AcceptOutcome[]> {
  const write = writerOf(sql, sessions);
  const arePlain = !sessions.some(isMoreThanPlain);
  const areGuarded = sessions.some(({ idempotency, delivery }) => idempotency !== undefined || delivery !== undefined);
  if (arePlain && !areGuarded) {
    await runAccept(write, ACCEPT, sessions);
    return sessions.map(() => ({ kind: 'accepted' }));
  }
  const outcomes = new Map<string, AcceptOutcome>();
  let open = sessions;
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round += 1) {
    for (const id of await runAccept(write, arePlain ? ACCEPT_GUARDED : ACCEPT_HELD, open))
      outcomes.set(id, { kind: 'accepted' });
    const refused = open.filter((session) => !outcomes.has(session.id));
    if (refused.length > 0)
      for (const [id, outcome] of await readKnownSessions(sql, refused))
        outcomes.set(id, isSameSession(id, outcome) ? { kind: 'accepted' } : outcome);
    open = refused.filter((session) => !outcomes.has(session.id));
  }
  return sessions.map((session) => {
    const outcome = outcomes.get(session.id);
    if (outcome === undefined) throw new Error(`Session ${session.id} was neither accepted nor known`);
    return outcome;
  });
}

/** Returns true if the earlier session is this one, which a statement of an ended connection committed. */
function isSameSession(id: string, outcome: AcceptOutcome): boolean {
  return 'sessionId' in outcome && outcome.sessionId === id;
}

/** Inserts sessions on hold in a transaction that writes their guards and conversations itself. */
export async function insertHeldSessions(query: Query, sessions: NewSession[]): Promise<void> {
  const withoutGuards = sessions.map(
    ({ idempotency: _key, delivery: _delivery, conversation: _conversation, ...session }) => session,
  );
  await runAccept(query, ACCEPT_HELD, withoutGuards);
}

function writerOf(sql: Sql, sessions: NewSession[]): Query {
  if (sessions.length > MAX_PRISMA_SESSIONS) return sql.query;
  const characters = sessions.reduce((sum, session) => sum + session.placeholderValuesJson.length, 0);
  return characters <= MAX_PRISMA_CHARACTERS ? sql.queryByPrisma : sql.query;
}
