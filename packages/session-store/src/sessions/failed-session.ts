import type { Statement } from '../postgres/sql.ts';
import { sessionColumnsIf, sessionValueBytes } from './session-view.ts';

/** Maximum bytes of values that a failed session passes to the sessions that start for it. */
const MAX_VALUE_BYTES = 64 * 1024;

/** SQL of the row of a session under the alias `s` as `error` triggers show it, without values above a size. */
export const FAILED_SESSION = `SELECT ${sessionColumnsIf(`b.bytes <= ${MAX_VALUE_BYTES}`, 's')},
      b.bytes > ${MAX_VALUE_BYTES} AS truncated
    FROM (SELECT ${sessionValueBytes('s')} AS bytes OFFSET 0) b`;

/** Stores copies of failures before a retry, until the sessions for them are started. */
export const COPY_FAILURES: Statement = {
  name: 'copy_failures',
  text: `UPDATE failure_notices n SET session = (
      SELECT to_json(v) FROM sessions s CROSS JOIN LATERAL (${FAILED_SESSION}) v
      WHERE s.id = n.session_id)
    WHERE n.session_id = ANY ($1::uuid[]) AND n.session IS NULL`,
};
