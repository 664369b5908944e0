import type { WebhookResponse } from './webhook-response.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';

/** A session that has answered the sender of its delivery, or has ended without an answer. */
export interface RespondedSession {
  id: string;
  organizationId: string;
  /** null if it ended without one. */
  response: WebhookResponse | null;
  /** True if it did not fit after the previous ones, so that the caller must read it again. */
  unread?: true;
}

/** Maximum bytes of responses that one statement reads. */
const MAX_BYTES = 4 * 1024 * 1024;

const READ = statement<{ sessionIds: SqlArray }>()(
  'read_responses',
  `SELECT id, organization_id AS "organizationId",
      CASE WHEN total <= ${MAX_BYTES} OR total = bytes THEN sealed END AS sealed,
      total > ${MAX_BYTES} AND total <> bytes AS unread
    FROM (SELECT m.*, sum(m.bytes) OVER (ORDER BY m.position) AS total
      FROM (SELECT s.id, s.organization_id, i.position, r.sealed, coalesce(octet_length(r.sealed), 0) AS bytes
        FROM unnest($sessionIds::uuid[]) WITH ORDINALITY AS i(id, position) JOIN sessions s ON s.id = i.id
        LEFT JOIN session_responses r ON r.session_id = s.id
        WHERE r.session_id IS NOT NULL OR s.status IN ('SUCCEEDED', 'FAILED', 'CANCELLED')) m) t`,
  { id: 'uuid', organizationId: 'uuid', sealed: 'bytea?', unread: 'bool' },
);

const DELETE: Statement = {
  name: 'delete_responses',
  text: 'DELETE FROM session_responses WHERE session_id = ANY ($1::uuid[])',
};

/** Returns the sessions that have responded or ended. Responses beyond some megabytes are `unread`. */
export async function readResponses(
  sql: Sql,
  seals: SensitiveSeals,
  sessionIds: string[],
): Promise<RespondedSession[]> {
  if (sessionIds.length === 0) return [];
  const rows = await sql.query(...READ.with({ sessionIds: plainArray(sessionIds) }));
  return Promise.all(
    rows.map(async ({ id, organizationId, sealed, unread }) => {
      const session = { id, organizationId, response: null };
      if (unread) return { ...session, unread };
      if (sealed === null) return session;
      const { value } = await seals.open(organizationId, `response ${id}`, sealed);
      return { ...session, response: value as unknown as WebhookResponse };
    }),
  );
}

/** Deletes responses that were sent. */
export async function deleteResponses(sql: Sql, sessionIds: string[]): Promise<void[]> {
  await sql.query(DELETE, [plainArray(sessionIds)]);
  return sessionIds.map(() => undefined);
}
