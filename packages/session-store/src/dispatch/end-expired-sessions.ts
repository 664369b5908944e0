import type { SessionError } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';
import { announceEnds, ENDED_COLUMNS } from '../ends/announce-ends.ts';
import { countEnds } from '../ends/count-ends.ts';
import { CANCELLED } from '../ends/end-below.ts';
import { lockTrees } from '../ends/ended-above.ts';
import { isExpired } from '../queued/expiry.ts';
import { freeFlowPlaces } from '../queued/flow-entries.ts';
import { wakeParents } from '../ends/wake-parents.ts';
import { dueOrganizations, type DueRows } from './due-organizations.ts';

/** Maximum number of expiries that one round handles. */
const MAX_HANDLED = 1_000;

/** SQL: a session may have expired. */
export const EXPIRY_IS_DUE = `EXISTS (SELECT FROM session_expiries WHERE expires_at <= statement_timestamp())`;

const DUE: DueRows = {
  table: 'session_expiries',
  timeColumn: 'expires_at',
  isWaiting: 'true',
  maxRows: MAX_HANDLED,
};

const EXPIRED: SessionError = {
  code: 'EXPIRED',
  message: 'The session expired before an executor could start it.',
  componentId: null,
};

/**
 * Deletes the expiries of sessions that ended or were claimed. Returns the other sessions, whose trees are to be
 * locked.
 */
const TAKE = scoped()(
  'take_expiries',
  (isServed) => `WITH RECURSIVE ${dueOrganizations(DUE, isServed)}, due AS MATERIALIZED (
      SELECT e.id, EXISTS (SELECT FROM sessions s WHERE s.id = e.id AND ${isExpired()}) AS expired
      FROM due_organizations o CROSS JOIN LATERAL (
        SELECT session_id AS id FROM session_expiries
        WHERE organization_id = o.organization_id AND expires_at <= statement_timestamp()
        ORDER BY expires_at LIMIT o.share) e
    ), forgotten AS (
      DELETE FROM session_expiries WHERE session_id = ANY (ARRAY(SELECT id FROM due WHERE NOT expired))
    )
    SELECT id FROM due WHERE expired`,
  { id: 'uuid' },
);

/**
 * Ends the given sessions unless they were claimed, and deletes their expiries. The next round handles locked
 * sessions.
 */
const END = statement<{ sessionIds: SqlArray; error: string }>()(
  'end_expired',
  `WITH chosen AS MATERIALIZED (
      SELECT s.id FROM sessions s WHERE s.id = ANY ($sessionIds::uuid[]) AND ${isExpired()}
      ORDER BY s.id FOR NO KEY UPDATE SKIP LOCKED
    ), ended AS (
      UPDATE sessions s SET ${CANCELLED}, error = $error::jsonb WHERE s.id = ANY (ARRAY(SELECT id FROM chosen))
      RETURNING ${ENDED_COLUMNS}
    ), ${freeFlowPlaces('ended')}, ${announceEnds('ended')}, woken AS (${wakeParents('ended')}),
    forgotten AS (DELETE FROM session_expiries WHERE session_id = ANY (ARRAY(SELECT id FROM ended)))
    SELECT id FROM ended`,
  { id: 'uuid' },
);

/** Ends sessions that expired before anybody claimed them. @param query of a transaction */
export async function endExpiredSessions(query: Query, scope: Scope): Promise<void> {
  const expired = await readIds(query, ...TAKE.with(scope, {}));
  if (expired.length === 0) return;
  await lockTrees(query, expired);
  const ended = await readIds(query, ...END.with({ sessionIds: plainArray(expired), error: JSON.stringify(EXPIRED) }));
  if (ended.length > 0) await countEnds(query, ended);
}
