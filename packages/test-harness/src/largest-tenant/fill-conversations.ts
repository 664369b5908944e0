import { createHash } from 'node:crypto';
import type { FillStep } from './fill-step.ts';
import { CHAT_COMPONENT } from './large-definitions.ts';
import { tenantId } from './tenant-id.ts';
import { LARGE, LIMITS } from './tenant-sizes.ts';

/** The conversation of which all sessions are messages. */
export const CHAT_CONVERSATION = '00000000-0000-4000-8000-000000000001';
/** The session of the agent with the most turns. */
const AGENT_SESSION = LIMITS.sessions - 200;
/** The sessions that an agent remembers end before this one. */
const REMEMBERING = LIMITS.sessions - 300;

function chatDigest(): Buffer {
  const place = `${tenantId('workflow', LARGE.chat)}${tenantId('component', CHAT_COMPONENT)}`;
  const pageId = Buffer.from(place.replaceAll('-', ''), 'hex').toString('base64url');
  return createHash('sha256')
    .update(JSON.stringify(['chat', pageId, CHAT_CONVERSATION]))
    .digest();
}

const PARTS = LIMITS.callsOfTurn + 1;
const CALL_BYTES = 100_000;
const PART_COLUMNS = `session_id, run, component_id, iteration, status, port, input, output, input_bytes, output_bytes,
  started_at, finished_at, part`;

/** Fills a chat with messages, and sessions with the turns and calls of agents. */
export const CONVERSATION_STEPS: readonly FillStep[] = [
  {
    table: 'conversation_sessions',
    text: `INSERT INTO conversation_sessions (conversation, session_id)
      SELECT $2::bytea, tenant_id('session', n) FROM generate_series(1, ${LIMITS.sessions}) n
       WHERE $1::uuid IS NOT NULL`,
    values: (organizationId) => [organizationId, chatDigest()],
  },
  {
    table: 'steps',
    text: `INSERT INTO steps (${PART_COLUMNS})
      SELECT tenant_id('session', ${AGENT_SESSION}), 1, tenant_id('component', 1), n, 'SUCCEEDED', NULL, '{}',
             jsonb_build_object('text', repeat('x', ${CALL_BYTES})), 2, ${CALL_BYTES}, now(), now(),
             CASE WHEN n % ${PARTS} = 1 THEN jsonb_build_object('kind', 'turn', 'turn', n / ${PARTS} + 1)
               ELSE jsonb_build_object('kind', 'tool', 'turn', n / ${PARTS} + 1, 'tool', 'find') END
        FROM generate_series(1, ${LIMITS.agentTurns * PARTS}) n WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'steps',
    text: `WITH large AS MATERIALIZED (SELECT jsonb_build_object('text', repeat('x', ${LIMITS.valueBytes})) AS value)
      INSERT INTO steps (${PART_COLUMNS})
      SELECT tenant_id('session', ${REMEMBERING - LIMITS.rememberedSessions} + n), 1, tenant_id('component', 1), t,
             'SUCCEEDED', NULL, '{}', CASE WHEN n % 3 = 0 THEN large.value ELSE '{"text": "short"}' END, 2,
             CASE WHEN n % 3 = 0 THEN ${LIMITS.valueBytes} ELSE 17 END, now(), now(),
             jsonb_build_object('kind', 'turn', 'turn', t)
        FROM generate_series(0, ${LIMITS.rememberedSessions - 1}) n, generate_series(1, 2) t, large
       WHERE $1::uuid IS NOT NULL`,
  },
];
