import { createHash } from 'node:crypto';
import type { Json, SessionStatus } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { orderedColumn } from '../values/key-order.ts';
import { valueBytes } from '../values/value-bytes.ts';

/** A conversation of a chat. */
interface ChatPlace {
  pageId: string;
  conversationId: string;
}

/** A message of a conversation: its session, with the values at its start. */
interface ChatSession {
  id: string;
  status: SessionStatus;
  placeholderValues: Json;
  output: Json;
}

/** Maximum numbers of the latest messages of a conversation that are shown, and of the bytes of their values. */
const MAX_MESSAGES = 200;
const MAX_BYTES = 2 * 1024 * 1024;

const FIND_FIRST = statement<{ conversation: Uint8Array; organizationId: string }>()(
  'find_first_of_chat',
  `SELECT s.started_by AS "startedBy" FROM conversation_sessions c JOIN sessions s ON s.id = c.session_id
    WHERE c.conversation = $conversation AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}
    ORDER BY c.session_id LIMIT 1`,
  { startedBy: 'uuid?' },
);

/** The newest message is read however large it is. */
const READ = statement<{ conversation: Uint8Array; organizationId: string }, ChatSession>()(
  'read_chat',
  `WITH latest AS MATERIALIZED (
      SELECT s.id, ${valueBytes('s', 'placeholder_values')} + ${valueBytes('s', 'output')} AS bytes
      FROM (SELECT session_id FROM conversation_sessions WHERE conversation = $conversation
        ORDER BY session_id DESC LIMIT ${MAX_MESSAGES}) c
      JOIN sessions s ON s.id = c.session_id
      WHERE s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}
    ), summed AS (SELECT id, sum(bytes) OVER (ORDER BY id DESC) - bytes AS before FROM latest)
    SELECT s.id, s.status,
      ${orderedColumn('s', 'placeholder_values', 'ordered_values')} AS "placeholderValues",
      ${orderedColumn('s', 'output', 'ordered_output')} AS output
    FROM summed m JOIN sessions s ON s.id = m.id WHERE m.before < ${MAX_BYTES} ORDER BY s.id`,
  { id: 'uuid', status: 'session_status', placeholderValues: 'json', output: 'json?' },
);

/** Opens the conversations of chats. The texts of messages are values of their sessions. */
export function openConversations(sql: Sql) {
  return {
    /** Returns the user who sent the first message, or null if there is no such conversation. */
    findFirst: async (organizationId: string, place: ChatPlace): Promise<{ startedBy: string | null } | null> => {
      const [first] = await sql.query(...FIND_FIRST.with({ conversation: chatConversation(place), organizationId }));
      return first ?? null;
    },
    /** Returns the latest sessions of a conversation, the oldest first. */
    read: (organizationId: string, place: ChatPlace) =>
      sql.query(...READ.with({ conversation: chatConversation(place), organizationId })),
  };
}

/** Returns the digest under which the messages of a conversation are found. */
export function chatConversation({ pageId, conversationId }: ChatPlace): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify(['chat', pageId, conversationId]))
    .digest();
}
