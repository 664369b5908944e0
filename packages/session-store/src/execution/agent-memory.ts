import { createHash } from 'node:crypto';
import type { Json, SessionMode } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { orderedColumn } from '../values/key-order.ts';
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
export function conversationOf({ workflowId, componentId, mode, key }: MemoryPlace): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify(['memory', workflowId, componentId, mode, key]))
    .digest();
}

const JOIN: Statement = {
  name: 'join_conversation',
  text: `INSERT INTO conversation_sessions (conversation, session_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
};

/** Sessions of a conversation among which the succeeded ones are searched, the latest first. */
const MAX_SEARCHED = 1_000;

const EARLIER: Statement = {
  name: 'read_earlier_sessions',
  text: `SELECT c.session_id AS id FROM (
      SELECT session_id FROM conversation_sessions WHERE conversation = $1 AND session_id < $2
      ORDER BY session_id DESC LIMIT ${MAX_SEARCHED}) c
    JOIN sessions s ON s.id = c.session_id
    WHERE s.status = 'SUCCEEDED' ORDER BY c.session_id DESC LIMIT $3`,
};

/** Adds a session to a conversation. Returns the ids of the earlier sessions that succeeded, the oldest first. */
export async function joinConversation(
  sql: Sql,
  sessionId: string,
  conversation: Uint8Array,
  limit: number,
): Promise<string[]> {
  await sql.query(JOIN, [conversation, sessionId]);
  const rows = await sql.query<{ id: string }>(EARLIER, [conversation, sessionId, limit]);
  return rows.map(({ id }) => id).toReversed();
}

/** Returns SQL of the first or last turn of an agent in the session with the id of `w`. */
const turnOf = (order: 'ASC' | 'DESC') => `(
    SELECT CASE WHEN t.hidden IS NULL THEN ${orderedColumn('t', 'output', 'ordered_output')} END AS output, t.hidden
    FROM steps t WHERE t.session_id = w.id AND t.component_id = $2 AND t.part->>'kind' = 'turn'
      AND t.status = 'SUCCEEDED'
    ORDER BY t.iteration ${order}, t.run DESC LIMIT 1)`;

const READ: Statement = {
  name: 'read_earlier_answers',
  text: `SELECT w.id, f.output AS first, f.hidden AS "firstHidden", l.output AS last, l.hidden AS "lastHidden"
    FROM unnest($1::uuid[]) WITH ORDINALITY AS w(id, number)
    CROSS JOIN LATERAL ${turnOf('ASC')} f CROSS JOIN LATERAL ${turnOf('DESC')} l ORDER BY w.number`,
};

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
  /** The sensitive values in them. */
  sensitive: readonly Json[];
}

/** Reads the first and the last turn of an agent in earlier sessions. Sealed ones are opened. */
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
  const rows = await sql.query<AnswerRow>(READ, [plainArray(sessionIds), componentId]);
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
