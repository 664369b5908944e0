import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { EXPIRY_IS_DUE } from './end-expired-sessions.ts';
import { DELAY_IS_DUE } from './start-delayed-sessions.ts';
import { GATHERING_IS_DUE } from '../queued/close-gatherings.ts';
import { MOVE_IS_DUE } from '../queued/pool-moves.ts';
import { isInBacklog, waitsUntilDue } from '../queued/queued-states.ts';

/** Each condition takes one step of an index. */
const LOOK = statement()(
  'look_for_changes',
  `SELECT
    (SELECT id FROM enqueued_batches ORDER BY id LIMIT 1) IS NOT NULL
      OR (SELECT organization_id FROM sessions WHERE ${isInBacklog()} ORDER BY organization_id LIMIT 1) IS NOT NULL
      AS "underWay",
    ${GATHERING_IS_DUE} OR ${DELAY_IS_DUE} OR ${EXPIRY_IS_DUE}
      OR (SELECT id FROM flow_wakes ORDER BY id LIMIT 1) IS NOT NULL AS held,
    ${MOVE_IS_DUE} AS moving,
    EXISTS (SELECT FROM sessions WHERE ${waitsUntilDue()} AND due_at <= statement_timestamp()) AS due`,
  { underWay: 'bool', held: 'bool', moving: 'bool', due: 'bool' },
);

/** The tasks of a dispatcher's round. */
export interface FoundChanges {
  /** True if sessions are in the queue, in the backlog or running, or a batch still contains ended ones. */
  underWay: boolean;
  /** True if sessions that flow control holds may advance. */
  held: boolean;
  /** True if sessions may have to move to another pool. */
  moving: boolean;
  /** True if the wait of some sessions is over. */
  due: boolean;
}

export async function lookForChanges(sql: Sql): Promise<FoundChanges> {
  const [changes] = await sql.query(LOOK, []);
  return changes!;
}
