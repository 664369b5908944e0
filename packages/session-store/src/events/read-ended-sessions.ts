import type { SessionView } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';
import { fromSessionJson, sessionColumns, type SessionJson, toSessionView } from '../sessions/session-view.ts';

/** SQL of the bytes of a session's values, or of the copy that a retry stored. */
const BYTES = `coalesce(octet_length(e.session::text), octet_length(coalesce(s.ordered_values::text,
      s.placeholder_values::text)) + coalesce(octet_length(coalesce(s.ordered_output::text, s.output::text)), 0), 0)`;

/**
 * Reads sessions until they have this many bytes. Sizes of further ones are not read, because that would decompress
 * them.
 */
const READ = statement<{ eventIds: SqlArray; maxBytes: number }, { id: string; session: SessionJson | null }>()(
  'read_sessions_of_events',
  `WITH RECURSIVE wanted AS MATERIALIZED (
      SELECT id, number FROM unnest($eventIds::bigint[]) WITH ORDINALITY AS w(id, number)
    ), part AS (
      SELECT 0::bigint AS number, 0::bigint AS event_id, 0::bigint AS bytes
      UNION ALL
      SELECT w.number, w.id, p.bytes + n.bytes FROM part p
      JOIN wanted w ON w.number = p.number + 1
      CROSS JOIN LATERAL (SELECT ${BYTES}::bigint AS bytes
        FROM session_events e LEFT JOIN sessions s ON s.id = e.session_id WHERE e.id = w.id OFFSET 0) n
      WHERE p.bytes < $maxBytes::bigint
    )
    SELECT e.id::text, coalesce(e.session, (SELECT to_json(v) FROM (SELECT ${sessionColumns('s')} FROM sessions s
      WHERE s.id = e.session_id) v)) AS session
    FROM part p JOIN session_events e ON e.id = p.event_id ORDER BY p.number`,
  { id: 'text', session: 'json?' },
);

/**
 * Returns the sessions of recorded ends as they were at their end, by the event's id: the copy that a retry stored, or
 * the present row. Leaves out sessions that retention deleted.
 * @param maxBytes reads no further session after this many
 * @returns also `last`, the last event that was read if there are more; null if all were read
 */
export async function readEndedSessions(
  query: Query,
  eventIds: readonly string[],
  maxBytes: number,
): Promise<{ sessions: Map<string, SessionView>; last: string | null }> {
  if (eventIds.length === 0) return { sessions: new Map(), last: null };
  const rows = await query(...READ.with({ eventIds: plainArray(eventIds), maxBytes }));
  const sessions = rows.flatMap(({ id, session }) =>
    session === null ? [] : [[id, toSessionView(fromSessionJson(session))] as const],
  );
  return { sessions: new Map(sessions), last: rows.length === eventIds.length ? null : (rows.at(-1)?.id ?? null) };
}
