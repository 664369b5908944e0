import { createHash } from 'node:crypto';
import type { Json, SessionMode } from '@workflow/workflow-model';
import { TURN_SEPARATOR } from '../steps/void-turns.ts';
import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import { orderedColumn } from '../values/key-order.ts';
import { valueBytes } from '../values/value-bytes.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';

/** Identifies the memory of an agent. */
export interface MemoryPlace {
  workflowId: string;
  componentId: string;
  mode: SessionMode;
  /** The key that the author chose. */
  key: string;
}

/** Returns the digest under which the sessions of a conversation are found. */
function conversationOf({ workflowId, componentId, mode, key }: MemoryPlace): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify(['memory', workflowId, componentId, mode, key]))
    .digest();
}

const JOIN = statement<{ conversation: Uint8Array; sessionId: string }>()(
  'join_conversation',
  `INSERT INTO conversation_sessions (conversation, session_id) VALUES ($conversation, $sessionId)
    ON CONFLICT DO NOTHING`,
  {},
);

/** Maximum number of a conversation's latest sessions that are searched for succeeded ones. */
const MAX_SEARCHED = 1_000;

/** SQL of the run of the session `s` from which on the steps of the agent count. */
const COUNTED_FROM = 'coalesce((s.results_from->>$componentId::text)::int, s.resume_from_run)';

/** A session can succeed although its agent failed, if a connected `error` port takes the failure. */
const EARLIER = statement<{ conversation: Uint8Array; sessionId: string; componentId: string; limit: number }>()(
  'read_earlier_sessions',
  `SELECT c.session_id AS id FROM (
      SELECT session_id FROM conversation_sessions WHERE conversation = $conversation AND session_id < $sessionId
      ORDER BY session_id DESC LIMIT ${MAX_SEARCHED}) c
    JOIN sessions s ON s.id = c.session_id
    WHERE s.status = 'SUCCEEDED' AND (
      SELECT t.port FROM steps t WHERE t.session_id = s.id AND t.component_id = $componentId::uuid AND t.part IS NULL
        AND t.run >= ${COUNTED_FROM}
      ORDER BY t.run DESC, t.attempt DESC LIMIT 1) IS DISTINCT FROM 'error'
    ORDER BY c.session_id DESC LIMIT $limit`,
  { id: 'uuid' },
);

/**
 * Adds a session to a conversation. Returns the ids of the earlier sessions that succeeded and in which the agent did
 * not fail, the oldest first.
 */
export async function joinConversation(
  sql: Sql,
  sessionId: string,
  place: MemoryPlace,
  limit: number,
): Promise<string[]> {
  const { componentId } = place;
  const conversation = conversationOf(place);
  await sql.query(...JOIN.with({ conversation, sessionId }));
  return (await readIds(sql.query, ...EARLIER.with({ conversation, sessionId, componentId, limit }))).toReversed();
}

/** Maximum bytes of the turns that are read. The latest sessions are read first. */
const MAX_MEMORY_BYTES = 4 * 1024 * 1024;

/** SQL of the turns from which on the agent of the session `s` ran again, which are void in earlier runs. */
const VOID_TURNS = `(SELECT substr(key, length($componentId::text) + 2)::int AS turn, value::int AS run
    FROM jsonb_each_text(s.results_from) WHERE starts_with(key, $componentId::text || '${TURN_SEPARATOR}'))`;

/** Returns SQL of the number and the size of the first or last turn that counts of an agent in the session `s`. */
const turnOf = (order: 'ASC' | 'DESC') => `(
    SELECT t.run, t.iteration, t.attempt, coalesce(octet_length(t.hidden), ${valueBytes('t', 'output')}) AS bytes
    FROM steps t WHERE t.session_id = s.id AND t.component_id = $componentId::uuid AND t.part->>'kind' = 'turn'
      AND t.status = 'SUCCEEDED'
      AND t.run >= ${COUNTED_FROM}
      AND NOT EXISTS (SELECT FROM ${VOID_TURNS} v WHERE (t.part->>'turn')::int >= v.turn AND t.run < v.run)
    ORDER BY t.iteration ${order}, t.run DESC LIMIT 1)`;

/** Returns SQL that joins the step of a turn. */
const atPlace = (step: string, turn: string) => `steps ${step} ON ${step}.session_id = m.id
      AND ${step}.component_id = $componentId::uuid AND (${step}.run, ${step}.iteration, ${step}.attempt) = (${turn})`;

const outputOf = (step: string) =>
  `CASE WHEN ${step}.hidden IS NULL THEN ${orderedColumn(step, 'output', 'ordered_output')} END`;

const READ = statement<{ sessionIds: SqlArray; componentId: string }, AnswerRow>()(
  'read_earlier_answers',
  `WITH measured AS MATERIALIZED (
      SELECT w.id, w.number, f.run AS f_run, f.iteration AS f_iteration, f.attempt AS f_attempt,
        l.run AS l_run, l.iteration AS l_iteration, l.attempt AS l_attempt,
        sum(f.bytes + l.bytes) OVER (ORDER BY w.number DESC) AS bytes
      FROM unnest($sessionIds::uuid[]) WITH ORDINALITY AS w(id, number) JOIN sessions s ON s.id = w.id
      CROSS JOIN LATERAL ${turnOf('ASC')} f CROSS JOIN LATERAL ${turnOf('DESC')} l)
    SELECT m.id, ${outputOf('f')} AS first, f.hidden AS "firstHidden", ${outputOf('l')} AS last,
      l.hidden AS "lastHidden"
    FROM measured m JOIN ${atPlace('f', 'm.f_run, m.f_iteration, m.f_attempt')}
    JOIN ${atPlace('l', 'm.l_run, m.l_iteration, m.l_attempt')}
    WHERE m.bytes <= ${MAX_MEMORY_BYTES} ORDER BY m.number`,
  { id: 'uuid', first: 'json?', firstHidden: 'bytea?', last: 'json?', lastHidden: 'bytea?' },
);

interface AnswerRow {
  id: string;
  first: Json;
  firstHidden: Uint8Array | null;
  last: Json;
  lastHidden: Uint8Array | null;
}

/** The outputs of the first and the last turn of an agent in an earlier session. */
export interface EarlierAnswer {
  first: Json;
  last: Json;
  /** The sensitive values of the outputs. */
  sensitive: readonly Json[];
}

/**
 * Reads the first and the last turn of an agent in the latest of some earlier sessions, up to `MAX_MEMORY_BYTES` in
 * total. Opens sealed outputs.
 */
export async function readEarlierAnswers(
  sql: Sql,
  seals: SensitiveSeals,
  {
    organizationId,
    componentId,
    sessionIds,
  }: { organizationId: string; componentId: string; sessionIds: readonly string[] },
): Promise<EarlierAnswer[]> {
  if (sessionIds.length === 0) return [];
  const rows = await sql.query(...READ.with({ sessionIds: plainArray(sessionIds), componentId }));
  const answers: EarlierAnswer[] = [];
  for (const { id, first, firstHidden, last, lastHidden } of rows) {
    const place = `step ${id} ${componentId}` as const;
    const opened = async (output: Json, hidden: Uint8Array | null) =>
      hidden === null ? { value: output, sensitive: [] } : seals.open(organizationId, place, hidden);
    const [begun, ended] = [await opened(first, firstHidden), await opened(last, lastHidden)];
    answers.push({ first: begun.value, last: ended.value, sensitive: [...begun.sensitive, ...ended.sensitive] });
  }
  return answers;
}
