import { bytesArray, plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { StoreConnectionLostError } from '../postgres/store-errors.ts';
import { releaseGatheringKeys } from '../queued/close-gatherings.ts';
import { nameFilesIn } from '../files/file-uses.ts';
import { insertHeldSessions } from './accept-sessions.ts';
import { assignToGatherings, type Gathering, type OpenGathering } from './assign-to-gatherings.ts';
import { guardGathered, type Joining } from './guard-gathered.ts';
import type { AcceptOutcome, NewSession } from '../acceptance/new-session.ts';
import { readKnownSessions } from './read-known-sessions.ts';

/**
 * Maximum number of attempts of a batch. Another attempt follows if another replica began to gather for one of its keys
 * at the same time, or the connection ended before the commit.
 */
const MAX_ATTEMPTS = 5;

/**
 * Locks the gatherings that accept further requests. A gathering whose time is over or whose session was cancelled
 * accepts none.
 */
const LOCK = statement<Record<'workflowIds' | 'versions' | 'componentIds' | 'keys', SqlArray>>()(
  'lock_gatherings',
  `SELECT g.session_id AS "sessionId", g.workflow_id AS "workflowId", g.workflow_version AS "workflowVersion",
      g.component_id AS "componentId", g.key, g.requests, g.size,
      g.closes_at > clock_timestamp() AND EXISTS (SELECT FROM flow_entries e
        WHERE e.session_id = g.session_id AND e.stage = 'GATHERING') AS "isOpen"
    FROM gatherings g
    WHERE (g.workflow_id, g.workflow_version, g.component_id, g.key) IN (
      SELECT * FROM unnest($workflowIds::uuid[], $versions::int[], $componentIds::uuid[], $keys::text[]))
    ORDER BY g.session_id FOR UPDATE OF g`,
  {
    sessionId: 'uuid',
    workflowId: 'uuid',
    workflowVersion: 'int4',
    componentId: 'uuid',
    key: 'text',
    requests: 'int4',
    size: 'int4',
    isOpen: 'bool',
  },
);

const BEGIN = statement<
  Record<'sessionIds' | 'workflowIds' | 'versions' | 'componentIds' | 'keys' | 'maxMs', SqlArray>
>()(
  'begin_gatherings',
  `INSERT INTO gatherings (session_id, workflow_id, workflow_version, component_id, key, requests, size, "values",
      closes_at, ends_at)
    SELECT session_id, workflow_id, workflow_version, component_id, key, 0, 0, '{}', clock_timestamp(),
      clock_timestamp() + max_ms * interval '1 millisecond'
    FROM unnest($sessionIds::uuid[], $workflowIds::uuid[], $versions::int[], $componentIds::uuid[], $keys::text[],
      $maxMs::float8[])
      AS i(session_id, workflow_id, workflow_version, component_id, key, max_ms)
    ON CONFLICT DO NOTHING RETURNING session_id`,
  { session_id: 'uuid' },
);

const HOLD: Statement = {
  name: 'hold_gathering_sessions',
  text: `UPDATE flow_entries SET stage = 'GATHERING' WHERE session_id = ANY ($1::uuid[])`,
};

const JOIN = statement<
  Record<
    'sessionIds' | 'requests' | 'sizes' | 'values' | 'quietMs' | 'itemSessionIds' | 'itemNumbers' | 'items',
    SqlArray
  >
>()(
  'join_gatherings',
  `WITH items AS (
      INSERT INTO gathered_requests (session_id, number, item)
      SELECT * FROM unnest($itemSessionIds::uuid[], $itemNumbers::int[], $items::text[])
    )
    UPDATE gatherings g SET requests = i.requests, size = i.size, "values" = i."values",
      closes_at = least(clock_timestamp() + i.quiet_ms * interval '1 millisecond', g.ends_at)
    FROM unnest($sessionIds::uuid[], $requests::int[], $sizes::int[], $values::text[], $quietMs::float8[])
      AS i(session_id, requests, size, "values", quiet_ms)
    WHERE g.session_id = i.session_id`,
  {},
);

const JOIN_CONVERSATIONS = statement<Record<'conversations' | 'sessionIds', SqlArray>>()(
  'join_conversations',
  `INSERT INTO conversation_sessions (conversation, session_id)
    SELECT * FROM unnest($conversations::bytea[], $sessionIds::uuid[]) ON CONFLICT DO NOTHING`,
  {},
);

/** Thrown if another transaction was first and nothing was written. */
class Overtaken extends Error {}

/**
 * Commits gathered requests: each to the session that gathers for its key, or to a new one. A request with an existing
 * idempotency key or delivery id adds nothing.
 */
export async function acceptGathered(sql: Sql, maxSize: number, requests: NewSession[]): Promise<AcceptOutcome[]> {
  const outcomes = new Map<string, AcceptOutcome>();
  // Restores the order of arrival, because batches are sorted by collision key.
  let open = [...requests].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (let attempt = 1; open.length > 0; attempt += 1) {
    const written = await writeOrNothing(sql, maxSize, open, attempt);
    for (const [id, outcome] of written ?? (await readKnownSessions(sql, open))) outcomes.set(id, outcome);
    open = open.filter(({ id }) => !outcomes.has(id));
  }
  return requests.map(({ id }) => outcomes.get(id) as AcceptOutcome);
}

/**
 * Returns null if another transaction was first or the connection ended.
 * @throws the error of the last attempt
 */
async function writeOrNothing(
  sql: Sql,
  maxSize: number,
  requests: NewSession[],
  attempt: number,
): Promise<Map<string, AcceptOutcome> | null> {
  try {
    return await sql.transaction((query) => write(query, maxSize, requests));
  } catch (error) {
    const wroteNothing = error instanceof Overtaken || error instanceof StoreConnectionLostError;
    if (wroteNothing && attempt < MAX_ATTEMPTS) return null;
    throw error;
  }
}

async function write(query: Query, maxSize: number, requests: NewSession[]): Promise<Map<string, AcceptOutcome>> {
  const locked = await lock(query, requests);
  await releaseGatheringKeys(
    query,
    locked.filter(({ isOpen }) => !isOpen).map(({ sessionId }) => sessionId),
  );
  const gatherings = assignToGatherings(
    locked.filter(({ isOpen }) => isOpen),
    requests,
    maxSize,
  );
  const joined = gatherings.flatMap(({ sessionId, added }) => added.map((request) => ({ sessionId, request })));
  if ((await guardGathered(query, joined)) < joined.length) throw new Overtaken('a key or delivery was written');
  await beginAll(query, gatherings);
  await joinAll(query, gatherings);
  await nameAll(query, joined);
  await joinConversations(query, joined);
  return new Map(
    joined.map(({ sessionId, request }) => [
      request.id,
      sessionId === request.id ? { kind: 'accepted' } : { kind: 'gathered', sessionId },
    ]),
  );
}

/** References the files of requests for the sessions that they joined. */
async function nameAll(query: Query, joined: readonly Joining[]): Promise<void> {
  const byOrganization = Map.groupBy(joined, ({ request }) => request.organizationId);
  for (const [organizationId, requestsOfOne] of byOrganization)
    await nameFilesIn(
      query,
      organizationId,
      requestsOfOne.map(({ sessionId, request }) => ({ id: sessionId, valuesJson: request.placeholderValuesJson })),
    );
}

/** Adds the sessions to the conversations of the requests that joined them. */
async function joinConversations(query: Query, joined: readonly Joining[]): Promise<void> {
  const messages = joined.filter(({ request }) => request.conversation !== undefined);
  if (messages.length === 0) return;
  await query(
    ...JOIN_CONVERSATIONS.with({
      conversations: bytesArray(messages.map(({ request }) => request.conversation ?? null)),
      sessionIds: plainArray(messages.map(({ sessionId }) => sessionId)),
    }),
  );
}

function lock(query: Query, requests: NewSession[]): Promise<(OpenGathering & { isOpen: boolean })[]> {
  return query(
    ...LOCK.with({
      workflowIds: plainArray(requests.map(({ workflowId }) => workflowId)),
      versions: plainArray(requests.map(({ workflowVersion }) => workflowVersion)),
      componentIds: plainArray(requests.map(({ componentId }) => componentId)),
      keys: textArray(requests.map(({ gather }) => gather?.key ?? null)),
    }),
  );
}

/**
 * Writes gatherings one after the other. If a batch has two for one key, the first is full and must release the key
 * first.
 */
async function beginAll(query: Query, gatherings: Gathering[]): Promise<void> {
  const full = gatherings.filter(({ isFull }) => isFull);
  await releaseGatheringKeys(
    query,
    full.filter(({ isNew }) => !isNew).map(({ sessionId }) => sessionId),
  );
  const begun = gatherings.filter(({ isNew }) => isNew);
  if (begun.length === 0) return;
  const firsts = begun.map(({ added }) => added[0] as NewSession);
  const insertedRows = await query(
    ...BEGIN.with({
      sessionIds: plainArray(begun.map(({ sessionId }) => sessionId)),
      workflowIds: plainArray(firsts.map(({ workflowId }) => workflowId)),
      versions: plainArray(firsts.map(({ workflowVersion }) => workflowVersion)),
      componentIds: plainArray(firsts.map(({ componentId }) => componentId)),
      keys: textArray(begun.map(({ isFull }, index) => (isFull ? null : (firsts[index]?.gather?.key ?? null)))),
      maxMs: plainArray(begun.map(({ isFull }, index) => (isFull ? 0 : (firsts[index]?.gather?.maxMs ?? 0)))),
    }),
  );
  if (insertedRows.length < begun.length) throw new Overtaken('another replica gathers for this key');
  await insertHeldSessions(query, firsts);
  await query(HOLD, [plainArray(begun.map(({ sessionId }) => sessionId))]);
}

async function joinAll(query: Query, gatherings: Gathering[]): Promise<void> {
  const items = gatherings.flatMap(({ sessionId, requests, added }) =>
    added.flatMap(({ gather }, index) => {
      const item = gather?.item ?? null;
      return item === null ? [] : [{ sessionId, number: requests - added.length + index, item }];
    }),
  );
  const lastOf = ({ added }: Gathering): NewSession => added.at(-1) as NewSession;
  await query(
    ...JOIN.with({
      sessionIds: plainArray(gatherings.map(({ sessionId }) => sessionId)),
      requests: plainArray(gatherings.map(({ requests }) => requests)),
      sizes: plainArray(gatherings.map(({ size }) => size)),
      values: textArray(gatherings.map((gathering) => lastOf(gathering).placeholderValuesJson)),
      quietMs: plainArray(
        gatherings.map((gathering) => (gathering.isFull ? 0 : (lastOf(gathering).gather?.quietMs ?? 0))),
      ),
      itemSessionIds: plainArray(items.map(({ sessionId }) => sessionId)),
      itemNumbers: plainArray(items.map(({ number }) => number)),
      items: textArray(items.map(({ item }) => item)),
    }),
  );
}
