import { isTerminal, type Definition, type Field, type QuestionPlace } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { isEndedAbove } from '../ends/ended-above.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { IN_PLACE, sealedAs, type QuestionReply, type QuestionStatus } from './question.ts';

/** A session that asks, with the data for the path to its components. */
export interface AskedSession {
  organizationId: string;
  sessionId: string;
  definitionId: string;
  startComponentId: string;
}

/** The question of a URL, with its session. */
export interface FoundQuestion extends AskedSession {
  /** True if its session accepts no more answers, or was restarted. */
  isOver: boolean;
  /** null if it was not asked yet. */
  asked: { status: QuestionStatus; fields: Field[]; isExpired: boolean; reply: QuestionReply | null } | null;
}

/** The MAC in the URL is the permission: it names the session, and thus the organization. */
const FIND = statement<QuestionPlace>()(
  'find_question',
  `SELECT s.organization_id AS "organizationId", s.id AS "sessionId", s.definition_id AS "definitionId",
      s.component_id AS "startComponentId", s.status AS "sessionStatus",
      s.resume_from_run = $run AND NOT ${isEndedAbove('s.id', 'ARRAY[$sessionId::uuid]')} AS "isCurrent",
      q.status, q.fields, q.expires_at <= clock_timestamp() AS "isExpired", q.reply, q.reply_is_json AS "replyIsJson"
    FROM sessions s LEFT JOIN questions q ON ${IN_PLACE} WHERE s.id = $sessionId`,
  {
    organizationId: 'uuid',
    sessionId: 'uuid',
    definitionId: 'uuid',
    startComponentId: 'uuid',
    sessionStatus: 'session_status',
    isCurrent: 'bool',
    status: 'question_status?',
    fields: 'json?',
    isExpired: 'bool?',
    reply: 'bytea?',
    replyIsJson: 'bool?',
  },
);

/** Returns null if the session is deleted. */
export async function findQuestion(
  sql: Sql,
  seals: SensitiveSeals,
  place: QuestionPlace,
): Promise<FoundQuestion | null> {
  const [row] = await sql.query(...FIND.with(place));
  if (row === undefined) return null;
  const { sessionStatus, isCurrent, status, fields, isExpired, reply, replyIsJson, ...session } = row;
  const opened = reply === null ? null : await seals.open(row.organizationId, sealedAs(place), reply);
  return {
    ...session,
    isOver: isTerminal(sessionStatus) || !isCurrent,
    asked:
      status === null
        ? null
        : {
            status: status as QuestionStatus,
            fields: (fields ?? []) as Field[],
            isExpired: isExpired === true,
            reply: opened === null ? null : { text: opened.value as string, isJson: replyIsJson === true },
          },
  };
}

const READ_DEFINITION = statement<{ definitionId: string; organizationId: string }, { content: Definition }>()(
  'read_definition_of_question',
  'SELECT content FROM definitions WHERE id = $definitionId AND organization_id = $organizationId',
  { content: 'jsonb' },
);

/** Completed steps of earlier runs count; failed attempts without a port do not. */
const READ_PORTS = statement<{ sessionId: string; run: number; componentIds: SqlArray }>()(
  'read_ports_taken',
  `SELECT DISTINCT ON (component_id) component_id AS "componentId", coalesce(port, 'next') AS port FROM steps
    WHERE session_id = $sessionId AND run >= $run AND component_id = ANY ($componentIds::uuid[])
      AND (status = 'SUCCEEDED' OR (status = 'FAILED' AND port = 'error'))
    ORDER BY component_id, run DESC, attempt DESC`,
  { componentId: 'uuid', port: 'text' },
);

/** Returns the definition that a session is pinned to, or null if it is deleted. It never changes. */
export async function readDefinitionOfQuestion(
  sql: Sql,
  { organizationId, definitionId }: Pick<AskedSession, 'organizationId' | 'definitionId'>,
): Promise<Definition | null> {
  const [row] = await sql.query(...READ_DEFINITION.with({ definitionId, organizationId }));
  return row?.content ?? null;
}

/** Returns the ports that components of a session have taken so far, by component. */
export async function readPortsTaken(
  sql: Sql,
  sessionId: string,
  run: number,
  componentIds: readonly string[],
): Promise<Map<string, string>> {
  const ports = await sql.query(...READ_PORTS.with({ sessionId, run, componentIds: plainArray(componentIds) }));
  return new Map(ports.map(({ componentId, port }) => [componentId, port]));
}
